import type { Command } from 'commander';
import type { DeletedRow } from '../../contract/control/transactions.ts';
import { addCommand, withAccount, withControl } from '../command-action.ts';
import { requireConfirmation } from '../prompt.ts';
import { chooseAccount, conflictError, day } from '../options.ts';
import { followRun } from '../follow-run.ts';
import { answer, listAnswer, type Answer } from '../output/print.ts';
import { transactionColumns, type Column } from '../output/table.ts';
import { text } from '../locale.ts';

export function restoreCommands(program: Command): void {
  const { restore: strings, option } = text();
  const restore = addCommand(program, 'restore', strings.about, [
    'pennyrow restore --list',
    'pennyrow restore demo-2026-0131',
    'pennyrow restore forget --from 2026-01-01 --to 2026-01-31',
  ])
    .argument('[transaction-id...]', strings.ids)
    .option('--list', option.list)
    .option('--all', strings.all)
    .action(
      withControl<{ list?: boolean; all?: boolean }, [string[]]>(async (control, { account, list, all }, ids) => {
        const choices = Object.entries({ 'transaction-id': ids.length > 0, '--list': list, '--all': all });
        const [one = '', another] = choices.flatMap(([name, isGiven]) => (isGiven === true ? [name] : []));
        if (another !== undefined) throw conflictError(one, another);
        const { id: accountId } = await chooseAccount(control, account);
        if (ids.length > 0)
          return followRun(control, () => control.call('deleted.restore', { accountId, transactionIds: ids }));
        const deleted = await control.call('deleted.list', { accountId });
        if (all !== true || deleted.length === 0) return deletedAnswer(deleted);
        const transactionIds = deleted.map(({ transactionId }) => transactionId);
        return followRun(control, () => control.call('deleted.restore', { accountId, transactionIds }));
      }),
    );
  addCommand(restore, 'forget', strings.forget, ['pennyrow restore forget --from 2026-01-01 --to 2026-01-31'])
    .requiredOption('--from <day>', option.firstDay, day)
    .requiredOption('--to <day>', option.lastDay, day)
    .option('--dry-run', text().option.dryRun)
    .option('--yes', option.yes)
    .action(
      withAccount<{ from: string; to: string; dryRun?: true; yes?: true }>(
        async (control, accountId, { from, to, dryRun, yes, json }) => {
          const deleted = await control.call('deleted.list', { accountId });
          const inRange = deleted.filter(({ date }) => from <= date && date <= to);
          if (dryRun === true) return deletedAnswer(inRange);
          await requireConfirmation({ action: 'forget', count: inRange.length }, { yes, json });
          const { forgotten } = await control.call('deleted.forget', { accountId, from, to });
          return answer({ forgotten }, () => strings.forgotten({ count: forgotten }));
        },
      ),
    );
}

function deletedAnswer(rows: readonly DeletedRow[]): Answer {
  const { activityDeleted, column } = text();
  const columns: readonly Column<DeletedRow>[] = [
    { title: column.transactionId, cell: ({ transactionId }) => transactionId, whole: true },
    ...transactionColumns(),
  ];
  return listAnswer(rows, columns, activityDeleted.none);
}
