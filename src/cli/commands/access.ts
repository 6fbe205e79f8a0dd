import type { Command } from 'commander';
import type { CertificateView, TrustGuideView } from '../../contract/control/service.ts';
import { answering, examples } from '../answering.ts';
import { facts } from '../output/facts.ts';
import { paragraph } from '../output/paragraph.ts';
import type { Screen } from '../output/screen.ts';
import { pageTexts, text } from '../speech.ts';

/** What a person needs to reach the service from a browser or a script. */
export function accessCommands(program: Command): void {
  const say = text();
  program
    .command('certificate')
    .description(say.certificate.about)
    .option('--path', say.certificate.path)
    .addHelpText('after', examples('pennyrow certificate', 'curl --cacert "$(pennyrow certificate --path)" ...'))
    .action(
      answering<{ readonly path?: true }>(async (control, { path = false }) => {
        const certificate = await control.call('service.certificate', {});
        const { guides } = (await pageTexts()).settingsCertificate;
        return {
          value: certificate,
          text: (screen) => (path ? certificate.caPath : certificateText(screen, certificate, guides)),
        };
      }),
    );
  program
    .command('dashboard')
    .description(say.dashboard.about)
    .option('--sign-out', say.dashboard.signOut)
    .addHelpText('after', examples('pennyrow dashboard', 'pennyrow dashboard --sign-out'))
    .action(
      answering<{ readonly signOut?: true }>(async (control, { signOut = false }) => {
        if (signOut) {
          const signedOut = await control.call('session.endAll', {});
          return { value: signedOut, text: () => say.dashboard.signedOut({ count: signedOut.ended }) };
        }
        const link = await control.call('service.dashboardLink', {});
        return { value: link, text: () => `${link.url}\n${say.dashboard.once({ until: link.expiresAt })}` };
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
