import { isNumber } from '../core/amount-text.ts';
import { isDateShaped } from '../core/date-text.ts';
import type { Row } from '../core/row.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import { isFilled, type Cell } from './cell.ts';
import { columnLetters } from './column-letters.ts';
import { addsUpOwnColumn, shapeOf } from './formula-shape.ts';
import { rangesIn } from './formula-tokens.ts';

/** A line below the last transaction that is none: a total, a note, a row that is not finished. */
export interface LineBelow {
  /** From 1. */
  readonly row: number;
  /** Those that hold anything, left to right. */
  readonly cells: readonly Pick<Cell, 'column' | 'text' | 'isFormula' | 'formula'>[];
  /** Merged cells such as "A33:C33", in which a new value would not be seen. */
  readonly merged?: string;
}

/**
 * True if a row can be told to be a transaction, so that new ones may go below it. One that Pennyrow wrote has an id; one
 * that a person typed has a day, or at least what looks like one, and an amount.
 */
export function isTransaction({ transactionId, date, dateText, amount, amountText }: Row): boolean {
  if (transactionId !== '' || date !== null) return true;
  return (amount !== null && /\d/.test(dateText)) || (isDateShaped(dateText.trim()) && isNumber(amountText.trim()));
}

/** True if the cell of an amount adds up others of its column: then its line is a total, whatever else stands in it. */
export function isTotal(amount: Cell | undefined, row: number): boolean {
  if (amount?.isFormula !== true || amount.formula == null || amount.formula === '') return false;
  const at = { row, column: amount.column };
  return addsUpOwnColumn(shapeOf(amount.formula, at), at);
}

/** The content of a line for a message: “Total” in B34 and a formula in C34. */
export function lineBelow(row: number, cells: readonly Cell[]): LineBelow {
  const held = cells.filter((cell) => cell.isFormula || isFilled(cell)).sort((a, b) => a.column - b.column);
  return {
    row,
    cells: held.map(({ column, text, isFormula, formula = null }) => ({ column, text, isFormula, formula })),
  };
}

/** Throws PennyrowError `workbook_lines_below` when fewer lines are free above the first line below than are needed. */
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

/**
 * For a spreadsheet that moves lines below down: throws PennyrowError `workbook_lines_below` for a sum in them that ends
 * with the last transaction, since it would leave the new ones out.
 */
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

/** The first few cells, each with its place: “Total” (B34), =SUM(C2:C33) (C34). */
function contentOf({ row, cells }: LineBelow): string[] {
  return cells.slice(0, 3).map(({ column, text, isFormula, formula }) => {
    const shown = isFormula ? `=${shortened(formula ?? '…')}` : `“${shortened(text.trim())}”`;
    return `${shown} (${columnLetters(column)}${row})`;
  });
}

/** A note may be long. */
function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39).toWellFormed()}…` : text;
}
