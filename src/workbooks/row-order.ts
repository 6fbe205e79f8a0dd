import { isNumber } from '../core/amount-text.ts';
import { isDateShaped } from '../core/date-text.ts';
import type { Row } from '../core/row.ts';
import type { Layout } from '../core/snapshot.ts';

/** True if the row is certainly a transaction, and no total or note: it has an id, a date, or an amount and a date-like text. */
export function isTransaction({ transactionId, date, dateText, amount, amountText }: Row): boolean {
  if (transactionId !== '' || date !== null) return true;
  return (amount !== null && /\d/.test(dateText)) || (isDateShaped(dateText.trim()) && isNumber(amountText.trim()));
}

/** The newest rows are on top if the date decreases from row to row at least twice, and increases at most once in ten decreases. */
const LEAST_STEPS = 2;
const MOST_EXCEPTIONS = 0.1;

/**
 * The row of the first transaction if new rows go above it: the user chose this, or the newest rows are on top. Else null.
 * A sheet remembered as newest first keeps this order until dates mostly increase, because late transactions are not in order.
 */
export function findTopRow(
  rows: readonly Row[],
  remembered: Pick<Layout, 'newestFirst' | 'newRows'> | null,
): number | null {
  const transactions = rows.filter(isTransaction);
  const isOnTop =
    remembered?.newRows === undefined
      ? isNewestFirst(transactions, remembered?.newestFirst === true)
      : remembered.newRows === 'top';
  return isOnTop ? (transactions[0]?.index ?? null) : null;
}

function isNewestFirst(transactions: readonly Row[], before: boolean): boolean {
  let [down, up] = [0, 0];
  let last: string | null = null;
  for (const { date } of transactions) {
    if (date === null) continue;
    if (last !== null && date < last) down += 1;
    if (last !== null && date > last) up += 1;
    last = date;
  }
  return before ? down >= up : down >= LEAST_STEPS && up <= down * MOST_EXCEPTIONS;
}

/** The properties of a layout that describe the order of rows. */
export function rememberOrder(
  topRow: number | null,
  remembered: Pick<Layout, 'newRows'> | null,
): Pick<Layout, 'newestFirst' | 'newRows'> {
  return {
    ...(topRow !== null && { newestFirst: true as const }),
    ...(remembered?.newRows !== undefined && { newRows: remembered.newRows }),
  };
}

/** The row number of each new transaction. If new rows go on top, the last transaction gets the first row. */
export function newRowNumbers(
  { topRow, lastUsedRow }: { readonly topRow: number | null; readonly lastUsedRow: number },
  count: number,
): number[] {
  return Array.from({ length: count }, (_, index) =>
    topRow === null ? lastUsedRow + 1 + index : topRow + count - 1 - index,
  );
}
