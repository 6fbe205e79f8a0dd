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
  /** The first row and column after all cells that array formulas fill. */
  spillEnd(sheet: SheetState): { readonly row: number; readonly column: number };
}
