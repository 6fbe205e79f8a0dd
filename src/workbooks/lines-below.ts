import { isNumber } from '../core/amount-text.ts';
import { isDateShaped } from '../core/date-text.ts';
import type { Row } from '../core/row.ts';
import { isFilled, type Cell } from './cell.ts';
import { addsUpOwnColumn, shapeOf } from './formula-shape.ts';

/** A line below the last transaction that is not a transaction, such as a total, a note or an incomplete row. */
export interface LineBelow {
  readonly row: number;
  readonly cells: readonly Pick<Cell, 'column' | 'text' | 'isFormula' | 'formula'>[];
}

/** True if the row is certainly a transaction, so that new rows go below it: it has an id, or a date-like text and an amount. */
export function isTransaction({ transactionId, date, dateText, amount, amountText }: Row): boolean {
  if (transactionId !== '' || date !== null) return true;
  return (amount !== null && /\d/.test(dateText)) || (isDateShaped(dateText.trim()) && isNumber(amountText.trim()));
}

/** True if the amount adds up other cells of its column, which makes the line a total. */
export function isTotal(amount: Omit<LineBelow['cells'][number], 'text'> | undefined, row: number): boolean {
  if (amount?.isFormula !== true || amount.formula == null || amount.formula === '') return false;
  const at = { row, column: amount.column };
  return addsUpOwnColumn(shapeOf(amount.formula, at), at);
}

export function lineBelow(row: number, cells: readonly Cell[]): LineBelow {
  const filledCells = cells.filter((cell) => cell.isFormula || isFilled(cell)).sort((a, b) => a.column - b.column);
  return {
    row,
    cells: filledCells.map(({ column, text, isFormula, formula = null }) => ({ column, text, isFormula, formula })),
  };
}

export function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39).toWellFormed()}…` : text;
}
