import type { Command } from 'commander';
import type { CertificateView, TrustGuideView } from '../../contract/control/service.ts';
import { addCommand, withControl } from '../command-action.ts';
import { facts, paragraph, type Screen } from '../output/table.ts';
import { pageTexts, text } from '../locale.ts';

export function accessCommands(program: Command): void {
  const strings = text();
  addCommand(program, 'certificate', strings.certificate.about, [
    'pennyrow certificate',
    'curl --cacert "$(pennyrow certificate --path)" ...',
  ])
    .option('--path', strings.certificate.path)
    .action(
      withControl<{ readonly path?: true }>(async (control, { path = false }) => {
        const certificate = await control.call('service.certificate', {});
        const { guides } = (await pageTexts()).settingsCertificate;
        return {
          value: { ...certificate, guides: certificate.guides.map((guide) => withTexts(guide, guides)) },
          text: (screen) => (path ? certificate.caPath : certificateText(screen, certificate, guides)),
        };
      }),
    );
  addCommand(program, 'dashboard', strings.dashboard.about, ['pennyrow dashboard', 'pennyrow dashboard --sign-out'])
    .option('--sign-out', strings.dashboard.signOut)
    .action(
      withControl<{ readonly signOut?: true }>(async (control, { signOut = false }) => {
        if (signOut) {
          const signedOut = await control.call('session.endAll', {});
          return { value: signedOut, text: () => strings.dashboard.signedOut({ count: signedOut.ended }) };
        }
        const link = await control.call('service.dashboardLink', {});
        return { value: link, text: () => `${link.url}\n${strings.dashboard.once({ until: link.expiresAt })}` };
      }),
    );
}

type Guides = Awaited<ReturnType<typeof pageTexts>>['settingsCertificate']['guides'];

function certificateText(screen: Screen, { caPath, fingerprint, guides }: CertificateView, words: Guides): string {
  return [
    ...facts([
      [text().line.certificate, screen.paint('bold', caPath)],
      ['SHA-256', fingerprint],
    ]),
    ...guides.map((guide) => guideText(screen, guide, words[guide.id as keyof Guides])),
  ].join('\n');
}

/** Scripts get the texts too. */
function withTexts(guide: TrustGuideView, words: Guides): object {
  const { title, steps, note } = words[guide.id as keyof Guides];
  return { ...guide, title, steps: Object.values(steps), note: note === '' ? null : note };
}

function guideText(
  screen: Screen,
  { commands, undo }: TrustGuideView,
  { title, steps, note }: Guides[keyof Guides],
): string {
  return [
    '',
    screen.paint('bold', title),
    ...Object.values(steps).map((step) => paragraph(screen, '  ', step)),
    ...commands.map((command) => `    ${command}`),
    ...(undo.length === 0 ? [] : [`  ${text().certificate.undo}`, ...undo.map((command) => `    ${command}`)]),
    ...(note === '' ? [] : [paragraph(screen, '  ', note)]),
  ].join('\n');
}
