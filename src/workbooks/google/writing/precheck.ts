import type { sheets_v4 } from '@googleapis/sheets';
import { COLUMNS } from '../../../core/row.ts';
import type { Layout } from '../../../core/snapshot.ts';
import type { WorkbookChange } from '../../../core/workbook-change.ts';
import type { SheetRow } from '../../cell.ts';
import type { ColumnPositions } from '../../columns.ts';
import { headerKey } from '../../headers.ts';
import { isTransaction, type LineBelow } from '../../lines-below.ts';
import { ProblemList } from '../../problem-list.ts';
import { RowCollector } from '../../row-collector.ts';
import type { GoogleApi } from '../google-api.ts';
import { GoogleRefusal } from '../google-errors.ts';
import type { KnownState, LocatedSpreadsheet } from '../located-spreadsheet.ts';
import { sheetIdOf } from '../reading/content-request.ts';
import { GOOGLE_SENSE, type GoogleCell } from '../reading/google-cell.ts';
import { rowsOf } from '../reading/grid-block.ts';
import { dateColumns, footerRow } from '../reading/interpret.ts';
import { CONTENT_FIELDS, readAnswer } from '../reading/read-answer.ts';
import type { SheetStructure } from '../reading/structure.ts';
import { changedMeanwhile } from './write-errors.ts';

export type SheetRows = ReadonlyMap<number, SheetRow<GoogleCell>>;

/** The spreadsheet as it is right before a write. */
export interface Precheck {
  readonly located: LocatedSpreadsheet;
  /** Of the rows that were looked at, by their number; a blank line is none. */
  readonly rows: SheetRows;
  /** The spreadsheet holds the change already. */
  readonly isWritten: boolean;
}

/**
 * Looks at the rows that a change is about, at the end of the sheet, and whether all else is where it was. Throws
 * PennyrowError `workbook_changed` when it is not.
 */
export async function precheckWrite(
  api: GoogleApi,
  spreadsheetId: string,
  known: KnownState,
  change: WorkbookChange,
  signal?: AbortSignal,
): Promise<Precheck> {
  const { layout } = known;
  const sheetId = sheetIdOf(layout, 'transactions') ?? 0;
  const before = known.located?.lastUsedRow ?? known.rows.findLast(isTransaction)?.index ?? layout.headerRow;
  const structure = await readAnswer(
    await asked(api, spreadsheetId, precheckRequest(sheetId, layout.headerRow, before, change), signal),
    { signal },
  );
  const sheet = structure.sheets.find((candidate) => candidate.sheetId === sheetId);
  const { markers } = structure;
  const isWritten = markers.some(({ runId }) => runId === change.runId);
  if (sheet === undefined || (!isWritten && markers.at(-1)?.runId !== known.markers.at(-1))) throw changedMeanwhile();
  const rows: SheetRows = new Map([...rowsOf(sheet.blocks)].map((row) => [row.index, row]));
  const columns = columnsIn(layout);
  if (!isWritten && !hasHeaders(rows.get(layout.headerRow), layout)) throw changedMeanwhile();
  const end = endOfRows(sheet, rows, columns, layout.headerRow, before);
  if (end === null && !isWritten) throw changedMeanwhile();
  const { last, below } = end ?? { last: before, below: [] };
  return {
    isWritten,
    rows,
    located: {
      title: structure.title,
      transactions: { ...sheet, blocks: [] },
      categories: known.located?.categories ?? null,
      rules: known.located?.rules ?? null,
      headerRow: layout.headerRow,
      columns,
      lastUsedRow: last,
      below,
      showsDate: dateColumns(sheet, columns, last === layout.headerRow ? last + 1 : last),
      markers,
    },
  };
}

/** Rows that are said to be there may be gone; then Google refuses the ranges. */
async function asked(
  api: GoogleApi,
  spreadsheetId: string,
  request: sheets_v4.Schema$GetSpreadsheetByDataFilterRequest,
  signal: AbortSignal | undefined,
) {
  try {
    return await api.read(spreadsheetId, request, CONTENT_FIELDS, signal);
  } catch (thrown) {
    throw thrown instanceof GoogleRefusal ? changedMeanwhile(thrown) : thrown;
  }
}

function precheckRequest(
  sheetId: number,
  headerRow: number,
  lastUsedRow: number,
  { updates, removals }: WorkbookChange,
): sheets_v4.Schema$GetSpreadsheetByDataFilterRequest {
  const wanted = stretches(
    [...updates, ...removals].map(({ row }) => row),
    lastUsedRow,
  );
  const ranges = [
    { startRowIndex: headerRow - 1, endRowIndex: headerRow },
    ...wanted.map(([from, to]) => ({ startRowIndex: from - 1, endRowIndex: to })),
    // To the end, for a person may have typed there.
    { startRowIndex: lastUsedRow - 1 },
  ];
  return { includeGridData: true, dataFilters: ranges.map((range) => ({ gridRange: { sheetId, ...range } })) };
}

/** The rows and those beside them, for a row that moves by one is the likeliest: stretches of row numbers, both ends included. */
function stretches(rows: readonly number[], lastUsedRow: number): [number, number][] {
  const found: [number, number][] = [];
  for (const row of [...new Set(rows)].sort((a, b) => a - b)) {
    const [from, to] = [Math.max(1, row - 1), Math.max(row, Math.min(row + 1, lastUsedRow))];
    const last = found.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else found.push([from, to]);
  }
  return found;
}

function columnsIn(layout: Layout): ColumnPositions {
  return Object.fromEntries(
    COLUMNS.flatMap((column) =>
      layout.columns[column] === undefined ? [] : [[column, layout.columns[column].position]],
    ),
  );
}

function hasHeaders(row: SheetRow<GoogleCell> | undefined, layout: Layout): boolean {
  return Object.values(layout.columns).every(({ position, header }) => {
    const cell = row?.cells.find(({ column }) => column === position);
    return headerKey(cell?.text ?? '') === headerKey(header);
  });
}

interface EndOfRows {
  readonly last: number;
  readonly below: readonly LineBelow[];
}

/** The last row in use, which may be further down by now, and what is below; null when the one that was the last is gone. */
function endOfRows(
  sheet: SheetStructure,
  rows: SheetRows,
  columns: ColumnPositions,
  headerRow: number,
  before: number,
): EndOfRows | null {
  const collector = new RowCollector(GOOGLE_SENSE, columns, new ProblemList('transactions'));
  const footer = footerRow(sheet, headerRow);
  for (const row of rows.values())
    if (row.index > headerRow && row.index >= before && row.index !== footer) collector.add(row);
  const first = collector.rows[0]?.index;
  if (before > headerRow && first !== before) return null;
  return { last: collector.lastRow ?? headerRow, below: collector.below };
}
