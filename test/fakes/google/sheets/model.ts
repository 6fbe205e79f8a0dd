import type { sheets_v4 } from '@googleapis/sheets';
import { localeOf } from '../formats/locale.ts';
import { RequestProblem } from '../google-error.ts';

export type CellFormat = sheets_v4.Schema$CellFormat;
export type CellData = sheets_v4.Schema$CellData;
export type GridRange = sheets_v4.Schema$GridRange;
export type ErrorValue = sheets_v4.Schema$ErrorValue;

/** A formula as text, starting with `=`. */
export interface Formula {
  readonly formula: string;
}

export type Content = number | string | boolean | Formula | null;

/** Cells, rows and formats are immutable, so a batch can be discarded, and an answer can be sent during the next change. */
export interface Cell {
  readonly value: Content;
  readonly format: CellFormat | null;
  /** The rare properties of a cell: note, dataValidation, textFormatRuns. */
  readonly extra: CellExtra | null;
}

export type CellExtra = { readonly [K in 'note' | 'dataValidation' | 'textFormatRuns']?: CellData[K] | undefined };

/** A row or a column, with the properties that move with it. */
export interface Line {
  readonly hiddenByUser: boolean;
  readonly pixelSize: number;
  readonly metadata: readonly Metadata[];
}

export interface Row extends Line {
  readonly cells: readonly (Cell | undefined)[];
}

export interface Metadata {
  readonly metadataId: number;
  readonly metadataKey: string;
  readonly metadataValue?: string;
  readonly visibility: 'DOCUMENT' | 'PROJECT';
  /** The developer project that created it. Other projects cannot see it if its visibility is PROJECT. */
  readonly project: string;
}

/** Objects that cover a part of the grid and move with it. */
export interface Overlays {
  protectedRanges: readonly sheets_v4.Schema$ProtectedRange[];
  basicFilter: sheets_v4.Schema$BasicFilter | null;
  bandedRanges: readonly sheets_v4.Schema$BandedRange[];
  tables: readonly sheets_v4.Schema$Table[];
  conditionalFormats: readonly sheets_v4.Schema$ConditionalFormatRule[];
  charts: readonly sheets_v4.Schema$EmbeddedChart[];
}

export interface SheetState extends Overlays {
  readonly sheetId: number;
  /** Everything except sheetId, index and the grid size. */
  properties: sheets_v4.Schema$SheetProperties;
  rows: Row[];
  columns: Line[];
  metadata: readonly Metadata[];
}

export interface SpreadsheetState {
  properties: sheets_v4.Schema$SpreadsheetProperties;
  /** In tab order. */
  sheets: SheetState[];
  namedRanges: readonly sheets_v4.Schema$NamedRange[];
  metadata: readonly Metadata[];
}

const ROW_HEIGHT = 21;
const COLUMN_WIDTH = 100;
export const EMPTY_ROW: Row = { hiddenByUser: false, pixelSize: ROW_HEIGHT, metadata: [], cells: [] };
export const PLAIN_COLUMN: Line = { hiddenByUser: false, pixelSize: COLUMN_WIDTH, metadata: [] };

const NO_OVERLAYS: Overlays = {
  protectedRanges: [],
  basicFilter: null,
  bandedRanges: [],
  tables: [],
  conditionalFormats: [],
  charts: [],
};

export const MAX_CELLS = 10_000_000;
export const MAX_CELL_TEXT = 50_000;

export function tooManyCells(): RequestProblem {
  return new RequestProblem(
    `This action would increase the number of cells in the workbook above the limit of ${MAX_CELLS} cells.`,
  );
}

/** Throws before rows or columns are created, so that an oversized request allocates nothing. */
export function refuseTooLarge(count: number, size: number): void {
  if (count * size > MAX_CELLS) throw tooManyCells();
}

export function emptySheet(
  sheetId: number,
  properties: sheets_v4.Schema$SheetProperties,
  rowCount = 1000,
  columnCount = 26,
): SheetState {
  if (rowCount < 1 || columnCount < 1) throw new RequestProblem('A sheet must have at least one row and one column.');
  refuseTooLarge(rowCount, columnCount);
  return {
    ...NO_OVERLAYS,
    sheetId,
    properties: { sheetType: 'GRID', ...properties },
    rows: Array.from({ length: rowCount }, () => EMPTY_ROW),
    columns: Array.from({ length: columnCount }, () => PLAIN_COLUMN),
    metadata: [],
  };
}

export function refuseUnknownRegion({ locale, timeZone }: sheets_v4.Schema$SpreadsheetProperties): void {
  if (localeOf(locale) === null) throw new RequestProblem(`Invalid locale: ${locale}`);
  if (!isTimeZone(timeZone ?? '')) throw new RequestProblem(`Invalid time zone: ${timeZone}`);
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** A copy for changes; its immutable parts are shared. */
export function draftOf(state: SpreadsheetState): SpreadsheetState {
  return {
    ...state,
    sheets: state.sheets.map((sheet) => ({ ...sheet, rows: sheet.rows.slice(), columns: sheet.columns.slice() })),
  };
}

export function cellAt(sheet: SheetState, row: number, column: number): Cell | undefined {
  return sheet.rows[row]?.cells[column];
}

export function isFormula(content: Content): content is Formula {
  return typeof content === 'object' && content !== null;
}

export function cellCount(state: SpreadsheetState): number {
  return state.sheets.reduce((sum, { rows, columns }) => sum + rows.length * columns.length, 0);
}

/** The number of rows up to the last row with a cell that satisfies the predicate. */
export function usedRows(sheet: SheetState, counts: (cell: Cell) => boolean, from = 0, to = Infinity): number {
  for (let row = sheet.rows.length; row > 0; row -= 1) {
    if (sheet.rows[row - 1]?.cells.slice(from, to).some((cell) => cell !== undefined && counts(cell)) === true)
      return row;
  }
  return 0;
}

export function hasValue(cell: Cell): boolean {
  return cell.value !== null;
}
