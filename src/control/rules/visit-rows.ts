import { setImmediate as turn } from 'node:timers/promises';
import type { TransactionView } from '../../contract/transaction-view.ts';
import type { Amount } from '../../core/amount.ts';
import type { SearchableRow } from '../transactions/mirror-rows.ts';

/** A few milliseconds of matching. */
const ROWS_PER_TURN = 2000;

/** Visits the rows that rules can be tried on, with turns in between in which others are answered. */
export async function visitRows(
  rows: readonly SearchableRow[],
  signal: AbortSignal,
  visit: (row: TransactionView, amount: Amount) => void,
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_TURN) {
    for (const { view } of rows.slice(from, from + ROWS_PER_TURN))
      if (view.amount !== '') visit(view, view.amount as Amount);
    await turn();
    signal.throwIfAborted();
  }
}
