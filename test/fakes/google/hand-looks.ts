import type { sheets_v4 } from '@googleapis/sheets';
import type { Person } from '../../contracts/workbook-session.ts';
import type { SheetState } from './sheets/model.ts';
import type { Requests } from './sheets/requests/request.ts';

/** Access to the spreadsheet that the user edits. */
export interface Grip {
  sheet(title: string): SheetState;
  /** Applies all requests or none, like a batch. */
  change(...requests: readonly Requests[]): readonly sheets_v4.Schema$Response[];
  range(
    sheet: string,
    a1: string,
  ): { sheetId: number; startRowIndex: number; endRowIndex: number; startColumnIndex: number; endColumnIndex: number };
}

/** A user's changes to formats, filters and order. Ranges are in A1 notation, without the name of the sheet. */
export interface LooksHand {
  /** Returns the id of the copy, whose default title is "Copy of …". */
  duplicateSheet(sheet: string, as?: string): Promise<number>;
  /** Moves these tabs to the left, in this order; the remaining tabs follow. */
  reorderSheets(names: readonly string[]): Promise<void>;
  hideSheet(sheet: string): Promise<void>;
  /** Sorts the rows of the range by one column. The range must not include the header. */
  sort(sheet: string, a1: string, column: number, order?: 'ASCENDING' | 'DESCENDING'): Promise<void>;
  /** Filters the range, and hides the rows with one of these texts in the column. */
  filter(sheet: string, a1: string, column?: number, hiddenValues?: readonly string[]): Promise<void>;
  clearFilter(sheet: string): Promise<void>;
  hideColumn(sheet: string, column: number): Promise<void>;
  hideRow(sheet: string, row: number): Promise<void>;
  freezeRows(sheet: string, count: number): Promise<void>;
  /**
   * Protects a range, or the whole sheet, against everyone except the owner and these editors. Returns the protection's
   * id.
   */
  protect(
    sheet: string,
    options?: { readonly a1?: string; readonly editors?: readonly string[]; readonly warningOnly?: boolean },
  ): Promise<number>;
  /** Returns the id of the table. The first row of the range is its header. */
  makeTable(sheet: string, a1: string, name?: string): Promise<string>;
  /** Adds alternating colors. */
  band(sheet: string, a1: string): Promise<void>;
  formatColumn(sheet: string, column: number, numberFormat: sheets_v4.Schema$NumberFormat): Promise<void>;
  setLocale(locale: string): Promise<void>;
  setTimeZone(timeZone: string): Promise<void>;
}

export function looksHand({ sheet: sheetOf, change, range }: Grip): LooksHand & Pick<Person, 'nameRange'> {
  const made = async (...requests: readonly sheets_v4.Schema$Request[]): Promise<void> => void change(...requests);
  const properties = (sheet: string, given: sheets_v4.Schema$SheetProperties, fields: string): Promise<void> =>
    made({ updateSheetProperties: { properties: { sheetId: sheetOf(sheet).sheetId, ...given }, fields } });
  const hide = (sheet: string, dimension: 'ROWS' | 'COLUMNS', index: number): Promise<void> =>
    made({
      updateDimensionProperties: {
        range: { sheetId: sheetOf(sheet).sheetId, dimension, startIndex: index, endIndex: index + 1 },
        properties: { hiddenByUser: true },
        fields: 'hiddenByUser',
      },
    });
  const file = (given: sheets_v4.Schema$SpreadsheetProperties, fields: string): Promise<void> =>
    made({ updateSpreadsheetProperties: { properties: given, fields } });

  return {
    duplicateSheet: async (sheet, as) => {
      const [reply] = change({
        duplicateSheet: { sourceSheetId: sheetOf(sheet).sheetId, ...(as !== undefined && { newSheetName: as }) },
      });
      return reply?.duplicateSheet?.properties?.sheetId ?? 0;
    },
    reorderSheets: async (names) => {
      for (const name of names.toReversed()) await properties(name, { index: 0 }, 'index');
    },
    hideSheet: async (sheet) => properties(sheet, { hidden: true }, 'hidden'),
    sort: async (sheet, a1, column, order = 'ASCENDING') =>
      made({ sortRange: { range: range(sheet, a1), sortSpecs: [{ dimensionIndex: column, sortOrder: order }] } }),
    filter: async (sheet, a1, column, hiddenValues = []) =>
      made({
        setBasicFilter: {
          filter: {
            range: range(sheet, a1),
            ...(column !== undefined && { criteria: { [column]: { hiddenValues: [...hiddenValues] } } }),
          },
        },
      }),
    clearFilter: async (sheet) => made({ clearBasicFilter: { sheetId: sheetOf(sheet).sheetId } }),
    hideColumn: async (sheet, column) => hide(sheet, 'COLUMNS', column),
    hideRow: async (sheet, row) => hide(sheet, 'ROWS', row - 1),
    freezeRows: async (sheet, count) =>
      properties(sheet, { gridProperties: { frozenRowCount: count } }, 'gridProperties.frozenRowCount'),
    protect: async (sheet, { a1, editors = [], warningOnly = false } = {}) => {
      const place = a1 === undefined ? { sheetId: sheetOf(sheet).sheetId } : range(sheet, a1);
      const [reply] = change({
        addProtectedRange: {
          protectedRange: { range: place, warningOnly, ...(!warningOnly && { editors: { users: [...editors] } }) },
        },
      });
      return reply?.addProtectedRange?.protectedRange?.protectedRangeId ?? 0;
    },
    makeTable: async (sheet, a1, name = 'Table1') => {
      const [reply] = change({ addTable: { table: { name, range: range(sheet, a1) } } });
      return reply?.addTable?.table?.tableId ?? '';
    },
    band: async (sheet, a1) =>
      made({
        addBanding: {
          bandedRange: { range: range(sheet, a1), rowProperties: { firstBandColorStyle: { rgbColor: { red: 1 } } } },
        },
      }),
    formatColumn: async (sheet, column, numberFormat) =>
      made({
        repeatCell: {
          range: { sheetId: sheetOf(sheet).sheetId, startColumnIndex: column, endColumnIndex: column + 1 },
          cell: { userEnteredFormat: { numberFormat } },
          fields: 'userEnteredFormat.numberFormat',
        },
      }),
    nameRange: async (sheet, a1, name) => made({ addNamedRange: { namedRange: { name, range: range(sheet, a1) } } }),
    setLocale: async (locale) => file({ locale }, 'locale'),
    setTimeZone: async (timeZone) => file({ timeZone }, 'timeZone'),
  };
}
