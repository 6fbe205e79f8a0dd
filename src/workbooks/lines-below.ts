import { isNumber } from '../core/amount-text.ts';
import { isDateShaped } from '../core/date-text.ts';
import type { Row } from '../core/row.ts';
import type { Cell } from './cell.ts';
import { addsUpOwnColumn, shapeOf } from './formula-shape.ts';

/** True if the row is certainly a transaction, so that new rows go below it: it has an id, or a date-like text and an amount. */
export function isTransaction({ transactionId, date, dateText, amount, amountText }: Row): boolean {
  if (transactionId !== '' || date !== null) return true;
  return (amount !== null && /\d/.test(dateText)) || (isDateShaped(dateText.trim()) && isNumber(amountText.trim()));
}

/** True if the amount adds up other cells of its column, which makes the line a total. */
export function isTotal(amount: Pick<Cell, 'column' | 'isFormula' | 'formula'> | undefined, row: number): boolean {
  if (amount?.isFormula !== true || amount.formula == null || amount.formula === '') return false;
  const at = { row, column: amount.column };
  return addsUpOwnColumn(shapeOf(amount.formula, at), at);
}
