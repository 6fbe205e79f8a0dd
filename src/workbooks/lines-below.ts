import { isNumber } from '../core/amount-text.ts';
import { isDateShaped } from '../core/date-text.ts';
import type { Row } from '../core/row.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import { isFilled, type Cell } from './cell.ts';
import { columnLetters } from './column-letters.ts';
import { addsUpOwnColumn, shapeOf, rangesIn } from './formula-shape.ts';

/** A line below the last transaction that is no transaction: a total, a note, an incomplete row. */
export interface LineBelow {
  readonly row: number;
  readonly cells: readonly Pick<Cell, 'column' | 'text' | 'isFormula' | 'formula'>[];
  /** Merged cells such as "A33:C33", which would hide a new value. */
  readonly merged?: string;
}

/** True if the row is certainly a transaction, so that new rows go below it: it has an id, or a date-like text and an amount. */
export function isTransaction({ transactionId, date, dateText, amount, amountText }: Row): boolean {
  if (transactionId !== '' || date !== null) return true;
  return (amount !== null && /\d/.test(dateText)) || (isDateShaped(dateText.trim()) && isNumber(amountText.trim()));
}

/** True if the amount adds up other cells of its column, which makes the line a total. */
export function isTotal(amount: Cell | undefined, row: number): boolean {
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

/** Throws PennyrowError `workbook_lines_below` if there is too little room above the first line below. */
export function refuseWithoutRoom(
  sheet: string,
  lastUsedRow: number,
  below: readonly LineBelow[],
  count: number,
): void {
  const [line] = below;
  if (line === undefined || count === 0) return;
  const room = line.row - lastUsedRow - 1;
  if (count <= room) return;
  throw new PennyrowError(
    problem('workbook_lines_below', {
      reason: line.merged === undefined ? 'other' : 'merged',
      sheet,
      row: String(line.row),
      line: String(line.row),
      cells: contentOf(line),
      free: room,
      count,
      cell: '',
      range: line.merged ?? '',
    }),
  );
}

/** Throws PennyrowError `workbook_lines_below` if a sum below ends at the last transaction and would omit new rows. */
export function refuseShortSum(sheet: string, lastUsedRow: number, below: readonly LineBelow[], count: number): void {
  if (count === 0) return;
  for (const { row, cells } of below) {
    for (const { column, formula } of cells) {
      const short = [...rangesIn(formula ?? '')].find(
        (range) => (range.sheet === null || range.sheet === sheet.toLowerCase()) && endsAt(range.text, lastUsedRow),
      );
      if (short === undefined) continue;
      const cell = `${columnLetters(column)}${row}`;
      throw new PennyrowError(
        problem('workbook_lines_below', {
          reason: 'sum',
          sheet,
          row: String(lastUsedRow),
          line: String(row),
          cells: [],
          free: 0,
          count,
          cell,
          range: short.text,
        }),
      );
    }
  }
}

function endsAt(range: string, row: number): boolean {
  const [, top, bottom] = /(\d+):\D*(\d+)$/.exec(range) ?? [];
  return Number(bottom) === row && Number(top) < row;
}

/** The first cells with their addresses: “Total” (B34), =SUM(C2:C33) (C34). */
function contentOf({ row, cells }: LineBelow): string[] {
  return cells.slice(0, 3).map(({ column, text, isFormula, formula }) => {
    const shown = isFormula ? `=${shortened(formula ?? '…')}` : `“${shortened(text.trim())}”`;
    return `${shown} (${columnLetters(column)}${row})`;
  });
}

export function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39).toWellFormed()}…` : text;
}
