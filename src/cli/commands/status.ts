import type { Command } from 'commander';
import type { AccountStatus } from '../../contract/control/service.ts';
import type { RunStatus } from '../../core/run.ts';
import { answering, examples } from '../answering.ts';
import { facts } from '../output/facts.ts';
import { paragraph } from '../output/paragraph.ts';
import type { Screen } from '../output/screen.ts';
import { format, tell, text } from '../speech.ts';

export function statusCommands(program: Command): void {
  const say = text().status;
  program
    .command('status')
    .description(say.about)
    .addHelpText('after', examples('pennyrow status', 'pennyrow status --json'))
    .action(
      answering(async (control) => {
        const status = await control.call('service.status', {});
        return {
          value: status,
          text: (screen) =>
            [
              say.service(status),
              `${say.dataFolder}  ${status.dataFolder}`,
              ...status.accounts.map((account) => accountText(screen, account)),
            ].join('\n'),
        };
      }),
    );
}

function accountText(screen: Screen, account: AccountStatus): string {
  const { paint } = screen;
  const { line, run, status: say } = text();
  const { balances, lastRun, nextRunAt, schedule, awaitsConsent, notes } = account;
  const health = account.health === 'ok' ? paint('green', say.ok) : paint('yellow', say.attention);
  return [
    '',
    `${paint('bold', account.name)} (${account.id}): ${health}${account.running ? say.running : ''}`,
    ...facts(
      [
        [line.workbook, say.workbook(account)],
        ...(balances === null ? [] : [[say.balances, say.addsUp(balances)] as const]),
        [
          line.lastRun,
          lastRun === null ? say.noRun : say.lastRun({ ...lastRun, status: run.status[lastRun.status as RunStatus] }),
        ],
        [
          say.nextRun,
          awaitsConsent
            ? say.afterReconnect
            : nextRunAt === null
              ? say.schedule[schedule === 'paused' ? 'paused' : 'none']
              : format().moment(nextRunAt),
        ],
      ],
      '  ',
    ),
    ...notes
      .map(tell)
      .flatMap(({ message, remedy }) => [
        paragraph(screen, `  ${paint('yellow', '!')} `, message),
        ...(remedy === '' ? [] : [paragraph(screen, '    ', remedy)]),
      ]),
  ].join('\n');
}
