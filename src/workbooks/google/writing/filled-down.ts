import type { sheets_v4 } from '@googleapis/sheets';
import type { RowValues } from '../../../core/row.ts';
import { SHEET_COLUMNS, isRequiredIn, partIn } from '../../../core/sheet-columns.ts';
import { isOfOwnRow, shapeOf } from '../../formula-shape.ts';
import type { GoogleApi } from '../api/google-api.ts';
import type { LocatedRows } from '../reading/located-spreadsheet.ts';
import { mayFillOthers } from '../reading/array-formulas.ts';
import type { SheetRows } from './precheck.ts';

export interface FillDown {
  readonly api: GoogleApi;
  readonly spreadsheetId: string;
  readonly located: LocatedRows;
  readonly appends: readonly RowValues[];
  /** The rows that were read back, including the line below the new rows. */
  readonly after: SheetRows;
}

/**
 * Formulas that a person has filled down for rows to come stand below the new rows after these were put in; the new
 * rows get them too, as they would have if they had been typed there. Columns in which Pennyrow wrote anything are left
 * out, and so are formulas that are about other rows, such as a total. Costs one more call, where a formula stands there.
 */
export async function fillDown({ api, spreadsheetId, located, appends, after }: FillDown): Promise<void> {
  const { transactions, lastUsedRow, columns, outIsNegative = false } = located;
  const below = lastUsedRow + appends.length + 1;
  const written = new Set(
    SHEET_COLUMNS.filter(
      (column) =>
        isRequiredIn(columns, column) || appends.some((values) => partIn(column, values, outIsNegative) !== ''),
    ).map((column) => columns[column]),
  );
  // A copy of an array formula would be in the way of the one above it.
  const formulas =
    after.get(below)?.cells.filter((cell) => {
      if (cell.formula == null || mayFillOthers(cell) || written.has(cell.column)) return false;
      const shape = shapeOf(cell.formula, { row: below, column: cell.column });
      return shape.references.length === 0 || isOfOwnRow(shape);
    }) ?? [];
  if (appends.length === 0 || formulas.length === 0) return;
  const requests = formulas.map(({ column }) => copyUp(transactions.sheetId, column, lastUsedRow, below - 1));
  await api.write(spreadsheetId, { requests }, 'spreadsheetId');
}

/** Rows from 0: the one below the new ones is their `end`. */
function copyUp(sheetId: number, column: number, first: number, end: number): sheets_v4.Schema$Request {
  const at = { sheetId, startColumnIndex: column, endColumnIndex: column + 1 };
  return {
    copyPaste: {
      source: { ...at, startRowIndex: end, endRowIndex: end + 1 },
      destination: { ...at, startRowIndex: first, endRowIndex: end },
      pasteType: 'PASTE_FORMULA',
      pasteOrientation: 'NORMAL',
    },
  };
}
