import type { Command } from 'commander';
import type { Finding, RepairView } from '../../contract/control/service.ts';
import type { ServiceConfig } from '../../platform/config.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { acting, examples } from '../answering.ts';
import { configFrom, openControl, requireSoundStore, type GlobalOptions } from '../open-control.ts';
import { owningApp } from '../owning-app.ts';
import { paragraph } from '../output/paragraph.ts';
import { print } from '../output/print.ts';
import type { Screen, Style } from '../output/screen.ts';
import { EXIT } from '../problem.ts';
import { tell, text } from '../speech.ts';

interface DoctorOptions extends GlobalOptions {
  readonly repair?: boolean;
}

/** What was put right; nothing where nothing had to be. */
interface Repaired {
  readonly repair: RepairView | null;
  /** Accounts whose workbook was read again. */
  readonly reread: readonly string[];
}

export function doctorCommand(program: Command): void {
  const say = text().doctor;
  program
    .command('doctor')
    .description(say.about)
    .option('--repair', say.repair)
    .addHelpText('after', examples('pennyrow doctor', 'pennyrow doctor --json', 'pennyrow doctor --repair'))
    .action(
      acting<DoctorOptions>(async (options) => {
        const config = configFrom(options);
        const found = await findingsOf(config, options);
        const needed = whatToRepair(found);
        const isWanted = options.repair === true || (needed !== null && (await isAgreed(found, options)));
        if (!isWanted) {
          print({ value: found, text: (screen) => findingsText(screen, found) }, options);
          process.exitCode = exitCodeFor(found);
          return;
        }
        const repaired = await repair(config, options, needed);
        const findings = needed === null ? found : await findingsOf(config, options);
        print(
          {
            value: { ...repaired, findings },
            text: (screen) => [repairedText(screen, repaired), '', findingsText(screen, findings)].join('\n'),
          },
          options,
        );
        process.exitCode = exitCodeFor(findings);
      }),
    );
}

async function findingsOf(config: ServiceConfig, options: GlobalOptions): Promise<readonly Finding[]> {
  try {
    // An app tells of a damaged database in a box, and the command would wait for the person there.
    if (owningApp() !== null) await requireSoundStore(config);
    const control = await openControl(options);
    try {
      return await control.call('service.doctor', {});
    } finally {
      await control.close();
    }
  } catch (thrown) {
    if (!(thrown instanceof PennyrowError) || thrown.code !== 'store_damaged') throw thrown;
    const { findingsBesideDamage } = await import('../../backup/maintenance.ts');
    return findingsBesideDamage(config, thrown);
  }
}

type Needed = 'database' | 'mirror';

function whatToRepair(findings: readonly Finding[]): Needed | null {
  if (findings.some(({ code }) => code === 'store_damaged')) return 'database';
  return findings.some(({ code }) => code === 'store_mirror_differs') ? 'mirror' : null;
}

async function repair(config: ServiceConfig, options: GlobalOptions, needed: Needed | null): Promise<Repaired> {
  if (needed === 'database') {
    const { repairDataFolder } = await import('../../backup/maintenance.ts');
    return { repair: repairDataFolder(config), reread: [] };
  }
  if (needed === null) return { repair: null, reread: [] };
  const control = await openControl(options);
  try {
    return { repair: null, reread: await control.call('service.rebuildMirrors', {}) };
  } finally {
    await control.close();
  }
}

async function isAgreed(findings: readonly Finding[], { json }: GlobalOptions): Promise<boolean> {
  const { isYes, openAsker } = await import('../asker.ts');
  const asker = openAsker({ json });
  if (asker === null) return false;
  try {
    asker.say(findingsText(asker.screen, findings));
    asker.say('');
    return isYes(await asker.ask(text().doctor.ask));
  } finally {
    asker.close();
  }
}

function repairedText(screen: Screen, { repair: done, reread }: Repaired): string {
  if (done !== null) return repairText(screen, done);
  if (reread.length > 0) return text().doctor.reread({ accounts: reread });
  return text().doctor.nothing;
}

function exitCodeFor(findings: readonly Finding[]): number {
  return findings.some(({ status }) => status === 'problem') ? EXIT.failed : EXIT.succeeded;
}

function findingsText(screen: Screen, findings: readonly Finding[]): string {
  const { status } = text().doctor;
  const width = Math.max(...Object.values(status).map((word) => word.length));
  return findings.map((finding) => findingText(screen, finding, width)).join('\n');
}

const FINDING_STYLES: Readonly<Record<Finding['status'], Style>> = { ok: 'green', warning: 'yellow', problem: 'red' };

function findingText(screen: Screen, finding: Finding, width: number): string {
  const { status } = finding;
  const { message, remedy } = tell(finding);
  const mark = screen.paint(FINDING_STYLES[status], text().doctor.status[status].padEnd(width));
  const line = paragraph(screen, `${mark}  `, `${checkText(finding)}: ${message}`);
  return remedy === '' ? line : `${line}\n${paragraph(screen, ' '.repeat(width + 2), remedy)}`;
}

function checkText({ about, name }: Finding): string {
  const say = text().doctor.check[about];
  return typeof say === 'string' ? say : say({ name: name ?? '' });
}

/** What replaced the damaged database, and what to check because it may be older or empty. */
function repairText(screen: Screen, { setAside, copy }: RepairView): string {
  const say = text().repair;
  const checks = copy === null ? Object.values(say.startOver) : Object.values(say.check);
  return [
    copy === null ? say.noCopy : say.done({ takenAt: copy.takenAt }),
    ...(setAside === null ? [] : [say.setAside({ folder: setAside })]),
    say.workbook,
    '',
    ...checks.map((line) => paragraph(screen, '  - ', line)),
  ].join('\n');
}
