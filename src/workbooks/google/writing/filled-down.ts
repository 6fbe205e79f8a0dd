import type { sheets_v4 } from '@googleapis/sheets';
import { COLUMNS, REQUIRED_COLUMNS, type Column, type RowValues } from '../../../core/row.ts';
import type { LocatedSpreadsheet } from '../located-spreadsheet.ts';
import type { SheetRows } from './look.ts';

/**
 * Formulas that a person has filled down for rows to come stand below the new rows after these were put in; the new
 * rows get them too, as they would have if they had been typed there. Columns in which Pennyrow wrote anything are left out.
 */
export function filledDownRequests({ transactions, lastUsedRow, columns }: LocatedSpreadsheet, appends: readonly RowValues[], after: SheetRows): sheets_v4.Schema$Request[] {
  const { sheetId } = transactions;
  const [first, below] = [lastUsedRow, lastUsedRow + appends.length];
  const written = new Set(COLUMNS.filter((column) => isRequired(column) || appends.some((values) => values[column] !== '')).map((column) => columns[column]));
  const formulas = after.get(below + 1)?.cells.filter(({ column, isFormula }) => isFormula && !written.has(column)) ?? [];
  return formulas.map(({ column }) => {
    const at = { sheetId, startColumnIndex: column, endColumnIndex: column + 1 };
    return {
      copyPaste: {
        source: { ...at, startRowIndex: below, endRowIndex: below + 1 },
        destination: { ...at, startRowIndex: first, endRowIndex: below },
        pasteType: 'PASTE_FORMULA',
        pasteOrientation: 'NORMAL',
      },
    };
  });
}

function isRequired(column: Column): boolean {
  return (REQUIRED_COLUMNS as readonly Column[]).includes(column);
}
