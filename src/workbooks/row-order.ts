import type { Row } from '../core/row.ts';
import { isTransaction } from './lines-below.ts';

/** Two steps down are no accident if nearly all steps go down. */
const LEAST_STEPS = 2;
const MOST_EXCEPTIONS = 0.1;

/**
 * The first transaction if the sheet is sorted by date with the newest on top, where new rows go then; else null. `before`:
 * the last read found it so. That stays until half of the steps go up, because late transactions come out of order.
 */
export function topRowOf(rows: readonly Row[], before: boolean): number | null {
  const transactions = rows.filter(isTransaction);
  let [down, up] = [0, 0];
  let last: string | null = null;
  for (const { date } of transactions) {
    if (date === null) continue;
    if (last !== null && date < last) down += 1;
    if (last !== null && date > last) up += 1;
    last = date;
  }
  const isNewestFirst = before ? down >= up : down >= LEAST_STEPS && up <= down * MOST_EXCEPTIONS;
  return isNewestFirst ? (transactions[0]?.index ?? null) : null;
}
