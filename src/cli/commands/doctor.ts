import type { Command } from 'commander';
import type { Finding, RepairView } from '../../contract/control/service.ts';
import type { ServiceConfig } from '../../platform/config.ts';
import { hasCode } from '../../platform/errors.ts';
import { addCommand, withOptions } from '../command-action.ts';
import { configFrom, requireSoundStore, usingControl, type GlobalOptions, owningApp } from '../open-control.ts';
import { paragraph, type Screen, type Style } from '../output/table.ts';
import { answer, print } from '../output/print.ts';
import { EXIT } from '../problem.ts';
import { localize, text } from '../locale.ts';

export function doctorCommand(program: Command): void {
  const strings = text().doctor;
  addCommand(program, 'doctor', strings.about, [
    'pennyrow doctor',
    'pennyrow doctor --json',
    'pennyrow doctor --repair',
  ])
    .option('--repair', strings.repair)
    .action(
      withOptions<{ repair?: boolean }>(async (options) => {
        const config = configFrom(options);
        const found = await checkService(config, options);
        const needed = neededRepair(found);
        const isWanted = options.repair === true || (needed !== null && (await confirmRepair(found, options)));
        if (!isWanted) {
          print(answer(found, findingsText), options);
          process.exitCode = exitCodeFor(found);
          return;
        }
        const repaired = await repair(config, options, needed);
        const findings = needed === null ? found : await checkService(config, options);
        const report = answer({ ...repaired, findings }, (screen) =>
          [repairedText(screen, repaired), '', findingsText(screen, findings)].join('\n'),
        );
        print(report, options);
        process.exitCode = exitCodeFor(findings);
      }),
    );
}

async function checkService(config: ServiceConfig, options: GlobalOptions): Promise<readonly Finding[]> {
  try {
    // Checks the database first: the desktop app would report damage in a dialog and keep the command waiting.
    if (owningApp() !== null) await requireSoundStore(config);
    return await usingControl(options, (control) => control.call('service.doctor', {}));
  } catch (thrown) {
    if (!hasCode(thrown, 'store_damaged')) throw thrown;
    const { findingsBesideDamage } = await import('../../backup/maintenance.ts');
    return findingsBesideDamage(config, thrown);
  }
}

function neededRepair(findings: readonly Finding[]) {
  if (findings.some(({ code }) => code === 'store_damaged')) return 'database';
  return findings.some(({ code }) => code === 'store_mirror_differs') ? 'mirror' : null;
}

async function repair(config: ServiceConfig, options: GlobalOptions, needed: ReturnType<typeof neededRepair>) {
  if (needed === 'database') {
    const { repairDataFolder } = await import('../../backup/maintenance.ts');
    return { repair: repairDataFolder(config), reread: [] };
  }
  if (needed === null) return { repair: null, reread: [] };
  return {
    repair: null,
    reread: await usingControl(options, (control) => control.call('service.rebuildMirrors', {})),
  };
}

async function confirmRepair(findings: readonly Finding[], { json }: GlobalOptions): Promise<boolean> {
  const { isYes, openPrompt } = await import('../prompt.ts');
  const prompt = openPrompt({ json });
  if (prompt === null) return false;
  try {
    prompt.print(findingsText(prompt.screen, findings));
    prompt.print('');
    return isYes(await prompt.ask(text().doctor.ask));
  } finally {
    prompt.close();
  }
}

function repairedText(screen: Screen, { repair: done, reread }: Awaited<ReturnType<typeof repair>>): string {
  if (done !== null) return repairText(screen, done);
  if (reread.length > 0) return text().doctor.reread({ accounts: reread });
  return text().doctor.nothing;
}

function exitCodeFor(findings: readonly Finding[]): number {
  return findings.some(({ status }) => status === 'problem') ? EXIT.failed : EXIT.succeeded;
}

function findingsText(screen: Screen, findings: readonly Finding[]): string {
  const width = Math.max(...Object.values(text().checkStatus).map((word) => word.length));
  return findings.map((finding) => findingText(screen, finding, width)).join('\n');
}

const FINDING_STYLES: Readonly<Record<Finding['status'], Style>> = { ok: 'green', warning: 'yellow', problem: 'red' };

function findingText(screen: Screen, finding: Finding, width: number): string {
  const { status } = finding;
  const { message, remedy } = localize(finding);
  const mark = screen.paint(FINDING_STYLES[status], text().checkStatus[status].padEnd(width));
  const line = paragraph(screen, `${mark}  `, `${checkText(finding)}: ${message}`);
  return remedy === '' ? line : `${line}\n${paragraph(screen, ' '.repeat(width + 2), remedy)}`;
}

function checkText({ about, name }: Finding): string {
  const strings = text().checks[about];
  return typeof strings === 'string' ? strings : strings({ name: name ?? '' });
}

function repairText(screen: Screen, { setAside, copy }: RepairView): string {
  const strings = text().repair;
  const checks =
    copy === null ? [...Object.values(strings.startOver), strings.check.deleted] : Object.values(strings.check);
  return [
    copy === null ? strings.noCopy : strings.done({ takenAt: copy.takenAt }),
    ...(setAside === null ? [] : [strings.setAside({ folder: setAside })]),
    strings.workbook,
    '',
    ...checks.map((line) => paragraph(screen, '  - ', line)),
  ].join('\n');
}
