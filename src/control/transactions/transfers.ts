import type { TransactionView } from '../../contract/transaction-view.ts';
import { AmountSum, type Amount } from '../../core/amount.ts';
import { categoryKind } from '../../core/category-kind.ts';
import { memoize } from '../../core/memoize.ts';
import { pairTransfers, type TransferRow } from '../../core/pair-transfers.ts';
import type { SearchableRow } from './mirror-rows.ts';
import { setImmediate as turn } from 'node:timers/promises';
import type { CurrencySum } from '../../contract/control/transactions.ts';

export type TransferFinder = typeof findTransfers;

export function findTransfers(searched: readonly SearchableRow[]): ReadonlySet<TransactionView> {
  const kindOf = memoize(categoryKind);
  const filed: TransactionView[] = [];
  const rows: (TransactionView & TransferRow)[] = [];
  for (const { view } of searched) {
    if (kindOf(view.category) === 'transfer') filed.push(view);
    if (view.amount !== '') rows.push(view as TransactionView & TransferRow);
  }
  const paired = pairTransfers(rows)
    .flatMap(({ out, into }) => [out, into])
    .filter(({ category }) => kindOf(category) !== 'saving');
  return new Set([...filed, ...paired]);
}

const ROWS_PER_TURN = 5000;

export async function sumsOf(
  rows: readonly SearchableRow[],
  transfers: ReadonlySet<TransactionView>,
): Promise<readonly CurrencySum[]> {
  const sums = new Map<string, ReturnType<typeof newSum>>();
  for (const [place, { view }] of rows.entries()) {
    if (place % ROWS_PER_TURN === 0) await turn();
    if (view.amount === '') continue;
    const sum = sums.get(view.currency) ?? newSum();
    sums.set(view.currency, sum);
    const amount = view.amount as Amount;
    const isTransfer = transfers.has(view);
    const side = amount.startsWith('-') ? 'out' : 'in';
    const sides = isTransfer ? sum.transfers : sum.others;
    sides[side].add(amount);
    sum.count += 1;
    sum.transferCount += Number(isTransfer);
  }
  return [...sums]
    .map(([currency, { count, transferCount, transfers: moved, others }]) => ({
      currency,
      income: others.in.total,
      spending: others.out.total,
      count,
      transfers: { in: moved.in.total, out: moved.out.total, count: transferCount },
    }))
    .sort((a, b) => b.count - a.count);
}

function newSum() {
  const sides = () => ({ in: new AmountSum(), out: new AmountSum() });
  return { count: 0, transferCount: 0, transfers: sides(), others: sides() };
}
