import type { sheets_v4 } from '@googleapis/sheets';
import type { ErrorValue, SheetState } from '../sheets/model.ts';

export interface Result {
  readonly value: number | string | boolean | ErrorValue;
  readonly format?: sheets_v4.Schema$NumberFormat;
}

/** Evaluates formulas for one state of the spreadsheet at one moment. */
export interface Calculator {
  at(sheet: SheetState, row: number, column: number): Result;
  /** The value that an array formula in another cell puts into this empty cell; null for none. */
  spilledAt(sheet: SheetState, row: number, column: number): Result['value'] | null;
  /** The first row below and the first column right of all cells that array formulas fill. */
  spillEnd(sheet: SheetState): { readonly row: number; readonly column: number };
}

/** The displayed texts of errors. */
export const ERROR_TEXT: Readonly<Record<string, string>> = {
  ERROR: '#ERROR!',
  NULL_VALUE: '#NULL!',
  DIVIDE_BY_ZERO: '#DIV/0!',
  VALUE: '#VALUE!',
  REF: '#REF!',
  NAME: '#NAME?',
  NUM: '#NUM!',
  N_A: '#N/A',
  LOADING: 'Loading...',
};

export function typeOfError(text: string): string {
  return Object.entries(ERROR_TEXT).find(([, shown]) => shown === text)?.[0] ?? 'ERROR';
}
