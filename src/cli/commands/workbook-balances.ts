import type { Command } from 'commander';
import { answering, examples } from '../answering.ts';
import { accountOption, chooseAccount, type AccountOption } from '../choose.ts';
import { followRun } from '../follow-run.ts';
import { paragraph } from '../output/paragraph.ts';
import { text } from '../speech.ts';

export function balancesCommand(workbook: Command): void {
  const say = text().workbook;
  workbook
    .command('balances')
    .description(say.balances)
    .option('--add', say.addBalances)
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow workbook balances', 'pennyrow workbook balances --add'))
    .action(
      answering<AccountOption & { readonly add?: true }>(async (control, { account, add = false }) => {
        const { id: accountId } = await chooseAccount(control, account);
        if (add) return followRun(control, () => control.call('workbook.addBalances', { accountId }));
        const view = await control.call('workbook.balances', { accountId });
        const { state, sheet, columns, rows } = view;
        const what = say.balancesSheet({ state, sheet, columns: [...columns] });
        return {
          value: view,
          text: (screen) =>
            paragraph(screen, '', state === 'written' ? what : `${what} ${say.balancesKnown({ rows })}`),
        };
      }),
    );
}
