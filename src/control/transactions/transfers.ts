import type { TransactionView } from '../../contract/transaction-view.ts';
import type { Amount } from '../../core/amount.ts';
import type { CalendarDate } from '../../core/calendar-date.ts';
import { categoryKind } from '../../core/category-kind.ts';
import { pairTransfers } from '../../core/pair-transfers.ts';
import type { SearchableRow } from './mirror-rows.ts';

/**
 * The rows that are transfers between the person's own accounts: filed as one, or in a pair. What a person filed as
 * savings stays that. Kept for as long as the list is.
 */
export type TransferFinder = (rows: readonly SearchableRow[]) => ReadonlySet<TransactionView>;

export function createTransferFinder(): TransferFinder {
  const found = new WeakMap<readonly SearchableRow[], ReadonlySet<TransactionView>>();
  return (rows) => {
    const known = found.get(rows);
    if (known !== undefined) return known;
    const transfers = transfersAmong(rows.map(({ view }) => view));
    found.set(rows, transfers);
    return transfers;
  };
}

function transfersAmong(views: readonly TransactionView[]): ReadonlySet<TransactionView> {
  const kinds = new Map(
    [...new Set(views.map(({ category }) => category))].map((category) => [category, categoryKind(category)]),
  );
  const filed = views.filter(({ category }) => kinds.get(category) === 'transfer');
  const rows = views
    .filter(({ amount }) => amount !== '')
    .map((view) => ({ ...view, day: view.day as CalendarDate, amount: view.amount as Amount, view }));
  const paired = pairTransfers(rows)
    .flatMap(({ out, into }) => [out.view, into.view])
    .filter(({ category }) => kinds.get(category) !== 'saving');
  return new Set([...filed, ...paired]);
}
