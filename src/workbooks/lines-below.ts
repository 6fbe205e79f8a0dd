import { isNumber } from '../core/amount-text.ts';
import { isDateShaped } from '../core/date-text.ts';
import type { Row } from '../core/row.ts';
import type { Cell } from './cell.ts';
import { addsUpOwnColumn, isOfOwnRow, shapeOf } from './formula-shape.ts';

/** True if the row is certainly a transaction, so that new rows go below it: it has an id, or a date-like text and an amount. */
export function isTransaction({ transactionId, date, dateText, amount, amountText }: Row): boolean {
  if (transactionId !== '' || date !== null) return true;
  return (amount !== null && /\d/.test(dateText)) || (isDateShaped(dateText.trim()) && isNumber(amountText.trim()));
}

/**
 * True if the amount adds up other cells of its column, which makes the line a total. A formula of names or table columns does
 * not show its cells, so it counts as a total only if the line has no date.
 */
export function isTotal(
  amount: Pick<Cell, 'column' | 'isFormula' | 'formula'> | undefined,
  row: number,
  hasDate: boolean,
): boolean {
  if (amount?.isFormula !== true || amount.formula == null || amount.formula === '') return false;
  const at = { row, column: amount.column };
  const shape = shapeOf(amount.formula, at);
  const isOfNames = shape.names.length + shape.tables.length > 0 && !isOfOwnRow(shape);
  return addsUpOwnColumn(shape, at) || (isOfNames && !hasDate);
}
