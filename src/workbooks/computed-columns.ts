import type { SheetColumn } from '../core/sheet-columns.ts';
import type { SheetProblem } from '../core/snapshot.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import { columnLetters } from './column-letters.ts';
import { sheetProblem } from './problem-list.ts';

/** Pennyrow's columns that array formulas fill, each with its name for a message. */
export type ComputedColumns = ReadonlyMap<SheetColumn, string>;

export function columnName(header: string, position: number): string {
  return `${header.trim()} (${columnLetters(position)})`.trim();
}

/** A note about columns that no row needs; new rows leave them blank for the formula. Null for none. */
export function computedNote(sheet: string, computed: ComputedColumns): Omit<SheetProblem, 'sheet'> | null {
  if (computed.size === 0) return null;
  return sheetProblem(problem('workbook_column_computed', { sheet, columns: [...computed.values()], use: 'left' }));
}

/** Refuses to write into columns that a row cannot do without. */
export function columnsComputed(sheet: string, columns: readonly string[]): PennyrowError {
  return new PennyrowError(problem('workbook_column_computed', { sheet, columns, use: 'other' }));
}
