import type { TransactionGroups } from '../../contract/control/transactions.ts';
import type { TransactionView } from '../../contract/transaction-view.ts';
import type { SearchableRow } from './mirror-rows.ts';
import { sumsOf } from './sums.ts';

const KEYS = {
  month: ({ day }: TransactionView) => day.slice(0, 'YYYY-MM'.length),
  category: ({ category }: TransactionView) => category,
  account: ({ bankAccountId }: TransactionView) => bankAccountId,
};

/** Months by date, the others the most frequent first. The newest row of an account tells its name. */
export async function groupRows(
  newestFirst: readonly SearchableRow[],
  by: keyof typeof KEYS,
  transfers: ReadonlySet<TransactionView>,
): Promise<TransactionGroups['groups']> {
  const groups = [...Map.groupBy(newestFirst, ({ view }) => KEYS[by](view))];
  groups.sort(([a, rowsOfA], [b, rowsOfB]) => (by === 'month' ? (a < b ? -1 : 1) : rowsOfB.length - rowsOfA.length));
  const summed = [];
  for (const [key, rows] of groups) {
    const account = rows[0]?.view.account ?? '';
    const name = by === 'account' && account !== '' ? account : key;
    summed.push({ key, name, sums: await sumsOf(rows, transfers) });
  }
  return summed;
}
