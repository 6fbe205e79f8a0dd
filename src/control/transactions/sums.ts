import { setImmediate as turn } from 'node:timers/promises';
import type { CurrencySum } from '../../contract/control/transactions.ts';
import { addAmounts, type Amount } from '../../core/amount.ts';
import type { TransactionView } from '../../contract/transaction-view.ts';
import type { SearchableRow } from './mirror-rows.ts';

/** A few milliseconds of adding up; others are answered in between. */
const ROWS_PER_TURN = 1000;
const ZERO = '0.00' as Amount;

interface Sum {
  income: Amount;
  spending: Amount;
  count: number;
  readonly transfers: { in: Amount; out: Amount; count: number };
}

/**
 * What came in and went out in these rows, in each currency, that of most rows first; transfers for themselves. Rows
 * without an amount count nowhere.
 */
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
