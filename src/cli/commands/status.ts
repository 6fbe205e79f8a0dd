import type { Command } from 'commander';
import type { AccountStatus } from '../../contract/control/service.ts';
import { answering, examples } from '../answering.ts';
import { paragraph } from '../output/paragraph.ts';
import type { Screen } from '../output/screen.ts';
import { moment } from '../output/words.ts';
import { tell } from '../speech.ts';

export function statusCommands(program: Command): void {
  program
    .command('status')
    .description('show how each account is doing')
    .addHelpText('after', examples('pennyrow status', 'pennyrow status --json'))
    .action(
      answering(async (control) => {
        const status = await control.call('service.status', {});
        return {
          value: status,
          text: (screen) =>
            [
              `Pennyrow ${status.version}, ${status.url === null ? 'not running: start it with `pennyrow serve`' : `answering at ${status.url}`}`,
              `Data folder  ${status.dataFolder}`,
              ...status.accounts.map((account) => accountText(screen, account)),
            ].join('\n'),
        };
      }),
    );
}

const NO_NEXT_RUN: Readonly<Record<AccountStatus['schedule'], string>> = {
  none: 'none planned',
  paused: 'the schedule is paused',
  on: 'none planned',
};

function accountText(screen: Screen, account: AccountStatus): string {
  const { paint } = screen;
  const { lastRun, notes } = account;
  const health = account.health === 'ok' ? paint('green', 'ok') : paint('yellow', 'needs attention');
  const last =
    lastRun === null ? 'none yet' : `${lastRun.status} ${moment(lastRun.finishedAt)}, ${lastRun.added} added`;
  return [
    '',
    `${paint('bold', account.name)} (${account.id}): ${health}${account.running ? ', a run is under way' : ''}`,
    `  Workbook   ${account.workbook ?? 'none'}${account.asOf === null ? '' : `, read ${moment(account.asOf)}`}`,
    `  Last run   ${last}`,
    `  Next run   ${account.nextRunAt === null ? NO_NEXT_RUN[account.schedule] : moment(account.nextRunAt)}`,
    ...notes
      .map(tell)
      .flatMap(({ message, remedy }) => [
        paragraph(screen, `  ${paint('yellow', '!')} `, message),
        ...(remedy === '' ? [] : [paragraph(screen, '    ', remedy)]),
      ]),
  ].join('\n');
}
