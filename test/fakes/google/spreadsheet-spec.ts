import { formatOf } from './sheets/requests/cell-content.ts';
import { BLANK, editArea } from './sheets/requests/cells.ts';
import { emptySheet, type Cell, type SheetState, type SpreadsheetState } from './sheets/model.ts';
import { serialOfIso } from './formats/locale.ts';
import { newSpreadsheet } from './sheets/new-spreadsheet.ts';

/** A cell in the notation of tests: a formula starts with `=`, a date is YYYY-MM-DD. */
export type PlainCell =
  | string
  | number
  | boolean
  | null
  | { readonly formula: string }
  | { readonly date: string }
  | { readonly number: number; readonly pattern: string };

export interface SheetSpec {
  readonly title: string;
  readonly sheetId?: number;
  /** Starts at the first row and column. */
  readonly rows?: readonly (readonly PlainCell[])[];
  readonly rowCount?: number;
  readonly columnCount?: number;
  readonly frozenRows?: number;
}

/** A spreadsheet that exists before the test. */
export interface SpreadsheetSpec {
  readonly title?: string;
  /** `en_US` by default; also determines how dates without a pattern are displayed. */
  readonly locale?: string;
  readonly timeZone?: string;
  readonly sheets?: readonly SheetSpec[];
  /** If set, another user owns the file and shares it in this role. `SheetHand` always acts as the owner. */
  readonly sharedAs?: 'writer' | 'reader';
}

export function stateOf({
  title = 'Household',
  locale,
  timeZone,
  sheets = [{ title: 'Sheet1' }],
}: SpreadsheetSpec): SpreadsheetState {
  const properties = { title, ...(locale !== undefined && { locale }), ...(timeZone !== undefined && { timeZone }) };
  const state = newSpreadsheet({ properties }, () => 0);
  state.sheets = sheets.map(sheetOf);
  return state;
}

function sheetOf(
  { title, sheetId, rows = [], rowCount = 1000, columnCount = 26, frozenRows }: SheetSpec,
  index: number,
): SheetState {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const gridProperties = frozenRows === undefined ? {} : { frozenRowCount: frozenRows };
  // The first tab of a spreadsheet that a user creates has the id 0.
  const sheet = emptySheet(
    sheetId ?? index * 104_729,
    { title, gridProperties },
    Math.max(rowCount, rows.length),
    Math.max(columnCount, width),
  );
  for (const [row, cells] of rows.entries()) {
    if (cells.length > 0)
      editArea({ sheet, top: row, bottom: row + 1, left: 0, right: cells.length }, (_, __, column) =>
        cellOf(cells[column] ?? null),
      );
  }
  return sheet;
}

function cellOf(plain: PlainCell): Cell {
  if (plain === null || plain === '') return BLANK;
  if (typeof plain !== 'object') return { ...BLANK, value: plain };
  if ('formula' in plain) return { ...BLANK, value: { formula: plain.formula } };
  if ('date' in plain)
    return {
      ...BLANK,
      value: serialOfIso(plain.date),
      format: formatOf({ numberFormat: { type: 'DATE', pattern: 'yyyy-mm-dd' } }),
    };
  return {
    ...BLANK,
    value: plain.number,
    format: formatOf({ numberFormat: { type: 'NUMBER', pattern: plain.pattern } }),
  };
}
