import type { sheets_v4 } from '@googleapis/sheets';
import { SHEET_COLUMNS, type SheetColumn } from '../../../core/sheet-columns.ts';
import type { SheetRole, SheetProblem } from '../../../core/snapshot.ts';
import type { PlacedBlock } from './grid-block.ts';
import { problem } from '../../../messages/problem.ts';
import { type PennyrowError, createError } from '../../../platform/errors.ts';
import { sheetProblem } from '../../../core/sheet-problem.ts';

/** Keys of Pennyrow's developer metadata, which is invisible and moves with the sheet or column that it marks. */
export const KEY = {
  sheet: 'pennyrow.sheet',
  column: 'pennyrow.column',
  run: 'pennyrow.run',
  compensation: 'pennyrow.compensation',
} as const;

export const SHEET_FIELDS =
  'properties(sheetId,title,sheetType,gridProperties(rowCount,columnCount)),developerMetadata(metadataId,metadataKey,metadataValue),' +
  'protectedRanges(range,warningOnly,requestingUserCanEdit,unprotectedRanges),tables(tableId,range,rowsProperties(footerColorStyle))';
export const SPREADSHEET_FIELDS =
  'properties(title),namedRanges(namedRangeId,range),developerMetadata(metadataId,metadataKey,metadataValue)';

export type SheetStructure = ReturnType<typeof readSheet>;

export interface ColumnTag {
  readonly metadataId: number;
  readonly column: SheetColumn;
  readonly position: number;
}

export type SheetTable = ReturnType<typeof readTable>;

/** Marks a run whose changes were written to the spreadsheet. */
export interface Marker {
  readonly metadataId: number;
  readonly runId: string;
}

export interface Structure {
  readonly title: string;
  readonly sheets: readonly SheetStructure[];
  readonly markers: readonly Marker[];
}

/** `blockOf` returns the cells of a grid, which were parsed separately from the response. */
export function readStructure(
  answer: sheets_v4.Schema$Spreadsheet,
  blockOf: (data: sheets_v4.Schema$GridData) => PlacedBlock | null,
): Structure {
  return {
    title: answer.properties?.title ?? '',
    sheets: (answer.sheets ?? []).map((sheet) => readSheet(sheet, answer.namedRanges ?? [], blockOf)),
    markers: (answer.developerMetadata ?? [])
      .flatMap(({ metadataId, metadataKey, metadataValue }) =>
        metadataKey === KEY.run ? [{ metadataId: metadataId ?? 0, runId: metadataValue ?? '' }] : [],
      )
      .sort((a, b) => a.metadataId - b.metadataId),
  };
}

function readSheet(
  sheet: sheets_v4.Schema$Sheet,
  namedRanges: readonly sheets_v4.Schema$NamedRange[],
  blockOf: (data: sheets_v4.Schema$GridData) => PlacedBlock | null,
) {
  const { properties } = sheet;
  const data = sheet.data ?? [];
  return {
    sheetId: properties?.sheetId ?? 0,
    title: properties?.title ?? '',
    /** False for chart sheets and data source sheets. */
    isGrid: (properties?.sheetType ?? 'GRID') === 'GRID',
    rowCount: properties?.gridProperties?.rowCount ?? 0,
    columnCount: properties?.gridProperties?.columnCount ?? 0,
    roles: (sheet.developerMetadata ?? []).flatMap(({ metadataId, metadataKey, metadataValue }) =>
      metadataKey === KEY.sheet ? [{ metadataId: metadataId ?? 0, role: metadataValue ?? '' }] : [],
    ),
    columnTags: columnTags(data) as readonly ColumnTag[],
    tables: (sheet.tables ?? []).map(readTable),
    namedRanges: namedRanges.filter(({ range }) => (range?.sheetId ?? 0) === (properties?.sheetId ?? 0)),
    protections: sheet.protectedRanges ?? [],
    blocks: data.map(blockOf).filter((block) => block !== null) as readonly PlacedBlock[],
  };
}

function columnTags(data: readonly sheets_v4.Schema$GridData[]): ColumnTag[] {
  const tags = new Map<number, ColumnTag>();
  for (const { startColumn, columnMetadata } of data) {
    for (const [index, { developerMetadata }] of (columnMetadata ?? []).entries()) {
      for (const { metadataId, metadataKey, metadataValue } of developerMetadata ?? []) {
        const column = SHEET_COLUMNS.find((name) => name === metadataValue);
        if (metadataKey !== KEY.column || column === undefined || metadataId == null) continue;
        tags.set(metadataId, { metadataId, column, position: (startColumn ?? 0) + index });
      }
    }
  }
  return [...tags.values()];
}

/** Ends are exclusive; rows and columns count from 0. */
function readTable({ tableId, range, rowsProperties }: sheets_v4.Schema$Table) {
  return {
    tableId: tableId ?? '',
    top: range?.startRowIndex ?? 0,
    bottom: range?.endRowIndex ?? 0,
    left: range?.startColumnIndex ?? 0,
    right: range?.endColumnIndex ?? 0,
    hasFooter: rowsProperties?.footerColorStyle != null,
  };
}

export function hasRole(sheet: SheetStructure, role: SheetRole): boolean {
  return sheet.roles.some((tag) => tag.role === role);
}

export function mayEdit({ warningOnly, requestingUserCanEdit }: sheets_v4.Schema$ProtectedRange): boolean {
  return warningOnly === true || requestingUserCanEdit === true;
}

/** Google's limit for all sheets together, including blank cells (support.google.com/drive/answer/37603). */
const MAX_CELLS = 10_000_000;
const NEARLY_FULL = 0.9;

export function cellsProblems({ sheets }: Pick<Structure, 'sheets'>): Omit<SheetProblem, 'sheet'>[] {
  const cells = cellsOf(sheets);
  return cells < MAX_CELLS * NEARLY_FULL ? [] : [sheetProblem(problem('workbook_cells', { cells, most: MAX_CELLS }))];
}

/** Throws PennyrowError `workbook_cells` if the spreadsheet cannot grow by that many cells. */
export function refuseTooManyCells(sheets: readonly SheetStructure[], more: number): void {
  if (cellsOf(sheets) + more > MAX_CELLS) throw tooManyCells();
}

export function tooManyCells(cause?: unknown): PennyrowError {
  return createError('workbook_cells', { cells: null, most: MAX_CELLS }, { cause });
}

function cellsOf(sheets: readonly SheetStructure[]): number {
  return sheets.reduce((sum, { rowCount, columnCount }) => sum + rowCount * columnCount, 0);
}
