import { columnLetters } from '../column-letters.ts';
import type { NewRange } from './sheet.ts';

/** "$B$3" of a place that counts from 0. */
export function cell(column: number, row: number): string {
  return `$${columnLetters(column)}$${row + 1}`;
}

/**
 * "$B3": of the formula's own line or one near it. So written, formulas that do the same in each line are filled down: the
 * same formula, which is worked through once.
 */
export function beside(column: number, row: number): string {
  return `$${columnLetters(column)}${row + 1}`;
}

/** "$B$3:$B9": from a fixed line down to one near the formula's own. */
export function downTo(column: number, top: number, row: number): string {
  return `${cell(column, top)}:${beside(column, row)}`;
}

/** "$B$3:$C$9" */
export function range({ column, row, columns, rows }: Required<NewRange>): string {
  return `${cell(column, row)}:${cell(column + columns - 1, row + rows - 1)}`;
}

/** "$B:$B": a whole column, which misses no row however long the list grows. */
export function wholeColumn(column: number): string {
  return `$${columnLetters(column)}:$${columnLetters(column)}`;
}

/** With the sheet's name before it. */
export function on(sheet: string, reference: string): string {
  return `${/^[A-Za-z]+$/.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`}!${reference}`;
}

/** A text within a formula. */
export function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
