import { setImmediate as turn } from 'node:timers/promises';
import type { TransactionView } from '../../contract/transaction-view.ts';
import type { Amount } from '../../core/amount.ts';
import type { SearchableRow } from '../transactions/mirror-rows.ts';

/** A few milliseconds of matching. */
const ROWS_PER_TURN = 2000;

/** The rows that rules can be tried on, with turns in between in which others are answered. */
export async function* rowsWithAmount(
  rows: readonly SearchableRow[],
  signal: AbortSignal,
): AsyncGenerator<{ readonly row: TransactionView; readonly amount: Amount }, void, void> {
  for (const [place, { view: row }] of rows.entries()) {
    if (place % ROWS_PER_TURN === ROWS_PER_TURN - 1) {
      await turn();
      signal.throwIfAborted();
    }
    if (row.amount !== '') yield { row, amount: row.amount as Amount };
  }
}
