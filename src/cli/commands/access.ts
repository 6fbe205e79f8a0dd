import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Option, type Command } from 'commander';
import type { CertificateView, TrustGuideView } from '../../contract/control/service.ts';
import { createError } from '../../platform/errors.ts';
import { systemGuideId } from '../../platform/trust-guide.ts';
import { addCommand, withControl } from '../command-action.ts';
import { openBrowser } from '../follow-consent.ts';
import { answer, type Answer } from '../output/print.ts';
import { requireConfirmation } from '../prompt.ts';
import { facts, paragraph, type Screen } from '../output/table.ts';
import { pageTexts, text } from '../locale.ts';

interface CertificateOptions {
  readonly path?: true;
  readonly trust?: true;
  readonly untrust?: true;
  readonly yes?: true;
  readonly json?: boolean;
}

export function certificateCommand(program: Command): void {
  const strings = text();
  addCommand(program, 'certificate', strings.certificate.about, [
    'pennyrow certificate',
    'pennyrow certificate --trust',
    'curl --cacert "$(pennyrow certificate --path)" ...',
  ])
    .option('--path', strings.certificate.path)
    .addOption(new Option('--trust', strings.certificate.trust).conflicts('untrust'))
    .option('--untrust', strings.certificate.untrust)
    .option('--yes', strings.option.yes)
    .action(
      withControl<CertificateOptions>(async (control, options) => {
        const { path = false, trust, untrust } = options;
        const certificate = await control.call('service.certificate', {});
        if (trust === true || untrust === true) return changeTrust(certificate, options);
        const { guides } = (await pageTexts()).settingsCertificate;
        return {
          value: { ...certificate, guides: certificate.guides.map((guide) => withTexts(guide, guides)) },
          text: (screen) => (path ? certificate.caPath : certificateText(screen, certificate, guides)),
        };
      }),
    );
}

export function openCommand(program: Command): void {
  const { open: strings } = text();
  addCommand(program, 'open', strings.about, [
    'pennyrow open',
    'pennyrow open --no-browser',
    'pennyrow open --sign-out',
  ])
    .alias('dashboard')
    .option('--no-browser', text().workbook.noBrowser)
    .option('--sign-out', strings.signOut)
    .action(
      withControl<{ browser: boolean; signOut?: true }>(async (control, { browser, signOut, json }) => {
        if (signOut === true) {
          const { ended } = await control.call('session.endAll', {});
          return answer({ ended }, () => strings.signedOut({ count: ended }));
        }
        const link = await control.call('service.dashboardLink', {});
        // Opens no browser for a script, which only needs the link.
        const isOpen = browser && json !== true && process.stdout.isTTY && (await openBrowser(link.url));
        return {
          value: link,
          text: () =>
            `${isOpen ? `${text().consent.page({ isOpen })}\n` : ''}${link.url}\n${strings.once({ until: link.expiresAt })}`,
        };
      }),
    );
}

/** After a confirmation, runs the commands that make this system trust the certificate, or no longer trust it. */
async function changeTrust({ guides }: CertificateView, options: CertificateOptions): Promise<Answer> {
  const { yes, json } = options;
  const trust = options.trust === true;
  const id = systemGuideId(process.platform, existsSync);
  const guide = guides.find((each) => each.id === id);
  if (guide === undefined) throw createError('certificate_store', { reason: 'other', command: '' });
  // Without `sudo` for root, because containers often lack the program.
  const commands = (trust ? guide.commands : guide.undo).map((line) =>
    process.getuid?.() === 0 ? line.replace(/^sudo /, '') : line,
  );
  await requireConfirmation({ action: 'trust', name: commands.join('; ') }, { yes, json });
  for (const command of commands) {
    const [shell, ...args] = process.platform === 'win32' ? POWER_SHELL : (['sh', '-c'] as const);
    // The command's output goes to standard error, because standard output is for the answer.
    const { status } = spawnSync(shell, [...args, command], { stdio: ['inherit', 2, 2] });
    if (status !== 0) throw createError('certificate_store', { reason: 'failed', command });
  }
  const { certificate: strings } = text();
  return answer({ trusted: trust, commands }, (screen) =>
    paragraph(screen, '', trust ? strings.trusted : strings.untrusted),
  );
}

const POWER_SHELL = ['powershell.exe', '-NoProfile', '-Command'] as const;

interface GuideTexts {
  readonly title?: string;
  readonly steps?: Readonly<Record<string, string>>;
  readonly note?: string;
}

type Guides = Readonly<Record<string, GuideTexts>>;

/** Guides whose titles are the same in every language. */
const NAMES: Readonly<Record<string, string>> = { curl: 'curl', python: 'Python', node: 'Node.js', firefox: 'Firefox' };

function certificateText(screen: Screen, { caPath, fingerprint, guides }: CertificateView, words: Guides): string {
  return [
    ...facts([
      [text().checks.certificate, screen.paint('bold', caPath)],
      ['SHA-256', fingerprint],
    ]),
    ...guides.map((guide) => guideText(screen, withTexts(guide, words))),
  ].join('\n');
}

/** Adds the texts of the guide, so that the output of `--json` contains them. */
function withTexts(guide: TrustGuideView, words: Guides) {
  const { title = NAMES[guide.id] ?? guide.id, steps = {}, note = null } = words[guide.id] ?? {};
  return { ...guide, title, steps: Object.values(steps), note };
}

function guideText(screen: Screen, { title, steps, commands, undo, note }: ReturnType<typeof withTexts>): string {
  return [
    '',
    screen.paint('bold', title),
    ...steps.map((step) => paragraph(screen, '  ', step)),
    ...commands.map((command) => `    ${command}`),
    ...(undo.length === 0 ? [] : [`  ${text().certificate.undo}`, ...undo.map((command) => `    ${command}`)]),
    ...(note === null ? [] : [paragraph(screen, '  ', note)]),
  ].join('\n');
}
