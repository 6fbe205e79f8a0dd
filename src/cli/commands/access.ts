import type { Command } from 'commander';
import type { CertificateView, TrustGuideView } from '../../contract/control/service.ts';
import { answering, examples } from '../answering.ts';
import { paragraph } from '../output/paragraph.ts';
import type { Screen } from '../output/screen.ts';
import { moment } from '../output/words.ts';

/** What a person needs to reach the service from a browser or a script. */
export function accessCommands(program: Command): void {
  program
    .command('certificate')
    .description('show the certificate that clients must trust, and how they come to trust it')
    .option('--path', 'print the path of the certificate and nothing else')
    .addHelpText('after', examples('pennyrow certificate', 'curl --cacert "$(pennyrow certificate --path)" ...'))
    .action(
      answering<{ readonly path?: true }>(async (control, { path = false }) => {
        const certificate = await control.call('service.certificate', {});
        return {
          value: certificate,
          text: (screen) => (path ? certificate.caPath : certificateText(screen, certificate)),
        };
      }),
    );
  program
    .command('dashboard')
    .description('print a link that signs one browser in to the dashboard of the running service, once')
    .addHelpText('after', examples('pennyrow dashboard'))
    .action(
      answering(async (control) => {
        const link = await control.call('service.dashboardLink', {});
        return { value: link, text: () => `${link.url}\nIt works once, until ${moment(link.expiresAt)}.` };
      }),
    );
}

function certificateText(screen: Screen, { caPath, fingerprint, guides }: CertificateView): string {
  return [
    `Certificate  ${screen.paint('bold', caPath)}`,
    `SHA-256      ${fingerprint}`,
    ...guides.map((guide) => guideText(screen, guide)),
  ].join('\n');
}

function guideText(screen: Screen, { title, steps, commands, undo, note }: TrustGuideView): string {
  return [
    '',
    screen.paint('bold', title),
    ...steps.map((step) => paragraph(screen, '  ', step)),
    ...commands.map((command) => `    ${command}`),
    ...(undo.length === 0 ? [] : ['  To take the trust back:', ...undo.map((command) => `    ${command}`)]),
    ...(note === null ? [] : [paragraph(screen, '  ', note)]),
  ].join('\n');
}
