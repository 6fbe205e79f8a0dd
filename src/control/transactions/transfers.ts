import type { TransactionView } from '../../contract/transaction-view.ts';
import { type Amount, addAmounts } from '../../core/amount.ts';
import type { CalendarDate } from '../../core/calendar-date.ts';
import { categoryKind } from '../../core/category-kind.ts';
import { pairTransfers } from '../../core/pair-transfers.ts';
import type { SearchableRow } from './mirror-rows.ts';
import { setImmediate as turn } from 'node:timers/promises';
import type { CurrencySum } from '../../contract/control/transactions.ts';

export type TransferFinder = (rows: readonly SearchableRow[]) => ReadonlySet<TransactionView>;

export function createTransferFinder(): TransferFinder {
  const found = new WeakMap<readonly SearchableRow[], ReadonlySet<TransactionView>>();
  return (rows) => {
    const cached = found.get(rows);
    if (cached !== undefined) return cached;
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

const ROWS_PER_TURN = 1000;
const ZERO = '0.00' as Amount;

interface Sum {
  income: Amount;
  spending: Amount;
  count: number;
  readonly transfers: { in: Amount; out: Amount; count: number };
}

export async function sumsOf(
  rows: readonly SearchableRow[],
  transfers: ReadonlySet<TransactionView>,
): Promise<readonly CurrencySum[]> {
  const sums = new Map<string, Sum>();
  for (const [place, { view }] of rows.entries()) {
    if (place % ROWS_PER_TURN === 0) await turn();
    if (view.amount === '') continue;
    const sum = sums.get(view.currency) ?? nothing();
    sums.set(view.currency, sum);
    sum.count += 1;
    const amount = view.amount as Amount;
    const isOut = amount.startsWith('-');
    if (transfers.has(view)) {
      const side = isOut ? 'out' : 'in';
      sum.transfers[side] = addAmounts(sum.transfers[side], amount);
      sum.transfers.count += 1;
    } else {
      const side = isOut ? 'spending' : 'income';
      sum[side] = addAmounts(sum[side], amount);
    }
  }
  return [...sums].map(([currency, sum]) => ({ currency, ...sum })).sort((a, b) => b.count - a.count);
}

function nothing(): Sum {
  return { income: ZERO, spending: ZERO, count: 0, transfers: { in: ZERO, out: ZERO, count: 0 } };
}
