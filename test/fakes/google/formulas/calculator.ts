import type { sheets_v4 } from '@googleapis/sheets';
import type { ErrorValue, SheetState } from '../sheets/model.ts';

export interface Result {
  readonly value: number | string | boolean | ErrorValue;
  readonly format?: sheets_v4.Schema$NumberFormat;
  readonly link?: string;
}

/** Says what formulas come to, for one state of the spreadsheet at one moment. */
export interface Calculator {
  at(sheet: SheetState, row: number, column: number): Result;
  /** What an array formula elsewhere puts into a cell without a value of its own; null for nothing. */
  spilledAt(sheet: SheetState, row: number, column: number): Result['value'] | null;
  /** The first row and column after all cells that array formulas fill. */
  spillEnd(sheet: SheetState): { readonly row: number; readonly column: number };
}
