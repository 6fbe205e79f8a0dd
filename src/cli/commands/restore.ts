import type { Command } from 'commander';
import type { DeletedRow } from '../../contract/control/deleted.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { answering, examples } from '../answering.ts';
import { accountOption, chooseAccount, type AccountOption } from '../choose.ts';
import { followRun } from '../follow-run.ts';
import { day } from '../option-values.ts';
import type { Screen } from '../output/screen.ts';
import { table } from '../output/table.ts';
import { plural } from '../output/words.ts';

interface RestoreOptions extends AccountOption {
  readonly list?: boolean;
  readonly all?: boolean;
}

interface ForgetOptions extends AccountOption {
  readonly from: string;
  readonly to: string;
  readonly dryRun?: boolean;
}

export function restoreCommands(program: Command): void {
  const restore = program
    .command('restore')
    .description('list the rows that you deleted from the sheet, or put some of them back')
    .argument('[transaction-id...]', 'the rows to put back')
    .addOption(accountOption())
    .option('--list', 'list them (the default)')
    .option('--all', 'put all of them back')
    .addHelpText(
      'after',
      examples(
        'pennyrow restore --list',
        'pennyrow restore demo-2026-0131',
        'pennyrow restore forget --from 2026-01-01 --to 2026-01-31',
      ),
    )
    .action(
      answering<RestoreOptions, [string[]]>(async (control, { account, list, all }, ids) => {
        if ([ids.length > 0, list === true, all === true].filter(Boolean).length > 1) {
          throw new PennyrowError('input_restore', 'Ids, --list and --all exclude each other.', 'Give one of them.');
        }
        const { id: accountId } = await chooseAccount(control, account);
        if (ids.length > 0)
          return followRun(control, () => control.call('deleted.restore', { accountId, transactionIds: ids }));
        const deleted = await control.call('deleted.list', { accountId });
        if (all !== true || deleted.length === 0)
          return { value: deleted, text: (screen) => deletedText(screen, deleted) };
        const transactionIds = deleted.map(({ transactionId }) => transactionId);
        return followRun(control, () => control.call('deleted.restore', { accountId, transactionIds }));
      }),
    );
  restore
    .command('forget')
    .description('forget that rows of these days were deleted, so that the next sync or import brings them back')
    .addOption(accountOption())
    .requiredOption('--from <day>', 'first day, YYYY-MM-DD', day)
    .requiredOption('--to <day>', 'last day', day)
    .option('--dry-run', 'list the rows and forget nothing')
    .addHelpText('after', examples('pennyrow restore forget --from 2026-01-01 --to 2026-01-31'))
    .action(
      answering<ForgetOptions>(async (control, { account, from, to, dryRun }) => {
        const { id: accountId } = await chooseAccount(control, account);
        if (dryRun === true) {
          const deleted = await control.call('deleted.list', { accountId });
          const inRange = deleted.filter(({ date }) => from <= date && date <= to);
          return { value: inRange, text: (screen) => deletedText(screen, inRange) };
        }
        const result = await control.call('deleted.forget', { accountId, from, to });
        return {
          value: result,
          text: () =>
            `${plural(result.forgotten, 'deleted row')} forgotten. The next sync or import may bring them back.`,
        };
      }),
    );
}

function deletedText(screen: Screen, rows: readonly DeletedRow[]): string {
  if (rows.length === 0) return 'There are no deleted rows.';
  return table<DeletedRow>(
    screen,
    [
      { title: 'Transaction ID', cell: ({ transactionId }) => transactionId, whole: true },
      { title: 'Date', cell: ({ date }) => date, whole: true },
      { title: 'Amount', cell: ({ amount, currency }) => `${amount} ${currency}`.trim(), align: 'right', whole: true },
      { title: 'Description', cell: ({ description }) => description },
      { title: 'Account', cell: ({ account }) => account },
    ],
    rows,
  );
}
