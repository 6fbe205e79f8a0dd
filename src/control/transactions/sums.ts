import { setImmediate as turn } from 'node:timers/promises';
import type { CurrencySum } from '../../contract/control/transactions.ts';
import { addAmounts, type Amount } from '../../core/amount.ts';
import type { SearchableRow } from './mirror-rows.ts';

/** A few milliseconds of adding up; others are answered in between. */
const ROWS_PER_TURN = 1000;
const ZERO = '0.00' as Amount;

/** What came in and went out in these rows, in each currency, that of most rows first. Rows without an amount count nowhere. */
export async function sumsOf(rows: readonly SearchableRow[]): Promise<readonly CurrencySum[]> {
  const sums = new Map<string, { income: Amount; spending: Amount; count: number }>();
  for (const [place, { view }] of rows.entries()) {
    if (place % ROWS_PER_TURN === 0) await turn();
    if (view.amount === '') continue;
    const sum = sums.get(view.currency) ?? { income: ZERO, spending: ZERO, count: 0 };
    sums.set(view.currency, sum);
    const side = view.amount.startsWith('-') ? 'spending' : 'income';
    sum[side] = addAmounts(sum[side], view.amount as Amount);
    sum.count += 1;
  }
  return [...sums]
    .map(([currency, { income, spending, count }]) => ({ currency, income, spending, count }))
    .sort((a, b) => b.count - a.count);
}
