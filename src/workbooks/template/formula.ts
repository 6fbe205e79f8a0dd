import { columnLetters } from '../column-letters.ts';
import type { NewRange } from './sheet.ts';

/** "$B$3"; column and row count from 0. */
export function cell(column: number, row: number): string {
  return `$${columnLetters(column)}$${row + 1}`;
}

/** "$B3", for the formula's own line or a nearby one. Formulas written this way can be filled down. */
export function beside(column: number, row: number): string {
  return `$${columnLetters(column)}${row + 1}`;
}

/** "$B$3:$B9": from a fixed line to one near the formula. */
export function downTo(column: number, top: number, row: number): string {
  return `${cell(column, top)}:${beside(column, row)}`;
}

export function range({ column, row, columns, rows }: Required<NewRange>): string {
  return `${cell(column, row)}:${cell(column + columns - 1, row + rows - 1)}`;
}

export function wholeColumn(column: number): string {
  return `$${columnLetters(column)}:$${columnLetters(column)}`;
}

export function on(sheet: string, reference: string): string {
  return `${/^[A-Za-z]+$/.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`}!${reference}`;
}

export function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
