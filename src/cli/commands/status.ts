import { warningText } from '../problem.ts';
import type { Command } from 'commander';
import type { AccountStatus } from '../../contract/control/service.ts';
import type { RunStatus } from '../../core/run.ts';
import { addCommand, withControl } from '../command-action.ts';
import { answer } from '../output/print.ts';
import { facts, type Screen } from '../output/table.ts';
import { format, text } from '../locale.ts';

export function statusCommands(program: Command): void {
  const strings = text().status;
  addCommand(program, 'status', strings.about, ['pennyrow status', 'pennyrow status --json']).action(
    withControl(async (control) =>
      answer(await control.call('service.status', {}), (screen, status) =>
        [
          strings.service(status),
          `${text().checks.folder}  ${status.dataFolder}`,
          ...status.accounts.map((account) => accountText(screen, account)),
        ].join('\n'),
      ),
    ),
  );
}

function accountText(screen: Screen, account: AccountStatus): string {
  const { paint } = screen;
  const { checkStatus, connection, line, parts, run, status: strings } = text();
  const { balances, lastRun, nextRunAt, schedule, awaitsConsent, notes } = account;
  const health = account.health === 'ok' ? paint('green', checkStatus.ok) : paint('yellow', connection.state.failing);
  return [
    '',
    `${paint('bold', account.name)} (${account.id}): ${health}${account.running ? `, ${run.status.running}` : ''}`,
    ...facts(
      [
        [line.workbook, strings.workbook(account)],
        ...(balances === null ? [] : [[parts.balances, strings.addsUp(balances)] as const]),
        [
          line.lastRun,
          lastRun === null
            ? parts.never
            : strings.lastRun({ ...lastRun, status: run.status[lastRun.status as RunStatus] }),
        ],
        [
          strings.nextRun,
          awaitsConsent
            ? connection.afterReconnect
            : nextRunAt === null
              ? connection.state[schedule === 'paused' ? 'paused' : 'byHand']
              : format().moment(nextRunAt),
        ],
      ],
      '  ',
    ),
    ...notes.map((note) => warningText(screen, note)),
  ].join('\n');
}
