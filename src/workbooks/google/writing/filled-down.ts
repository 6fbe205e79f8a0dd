import type { sheets_v4 } from '@googleapis/sheets';
import type { RowValues } from '../../../core/row.ts';
import { SHEET_COLUMNS, isRequiredIn, partIn } from '../../../core/sheet-columns.ts';
import type { GoogleApi } from '../google-api.ts';
import type { LocatedRows } from '../located-spreadsheet.ts';
import type { SheetRows } from './precheck.ts';
import { sheetInA1 } from './read-back.ts';

export interface FillDown {
  readonly api: GoogleApi;
  readonly spreadsheetId: string;
  readonly located: LocatedRows;
  readonly appends: readonly RowValues[];
  /** What was read back, the line below the new rows included. */
  readonly after: SheetRows;
}

/**
 * Formulas that a person has filled down for rows to come stand below the new rows after these were put in; the new
 * rows get them too, as they would have if they had been typed there. Columns in which Pennyrow wrote anything are left
 * out. Costs two more calls, where anything stands there at all.
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
  const candidates = after.get(below)?.cells.filter(({ column }) => !written.has(column)) ?? [];
  if (appends.length === 0 || candidates.length === 0) return;
  const answer = await api.get(
    spreadsheetId,
    [`${sheetInA1(transactions)}!${below}:${below}`],
    'sheets(data(rowData(values(userEnteredValue(formulaValue)))))',
  );
  const cells = answer.sheets?.[0]?.data?.[0]?.rowData?.[0]?.values ?? [];
  const formulas = candidates.filter(({ column }) => cells[column]?.userEnteredValue?.formulaValue != null);
  if (formulas.length === 0) return;
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
