import { computedBefore, computedIn } from '../../computed-columns.ts';
import type { sheets_v4 } from '@googleapis/sheets';
import { SHEET_COLUMNS } from '../../../core/sheet-columns.ts';
import type { Layout } from '../../../core/snapshot.ts';
import type { WorkbookChange } from '../../../core/workbook-change.ts';
import type { SheetRow } from '../../cell.ts';
import type { ColumnPositions } from '../../columns.ts';
import { headerKey } from '../../headers.ts';
import { isTransaction, type LineBelow } from '../../lines-below.ts';
import { ProblemList } from '../../problem-list.ts';
import type { CellPlaces } from '../../row-cells.ts';
import { RowCollector } from '../../row-collector.ts';
import type { GoogleApi } from '../api/google-api.ts';
import { GoogleRefusal } from '../api/google-errors.ts';
import type { KnownState, LocatedRows, LocatedSpreadsheet } from '../reading/located-spreadsheet.ts';
import { balancesIdOf, sheetIdOf } from '../reading/content-request.ts';
import { GOOGLE_SENSE, type GoogleCell } from '../reading/google-cell.ts';
import { rowsOf } from '../reading/grid-block.ts';
import { ComputedColumnsFinder } from '../reading/array-formulas.ts';
import { dateColumns, footerRow, isAnchored, withoutCells } from '../reading/rows.ts';
import { CONTENT_FIELDS, readAnswer } from '../reading/read-answer.ts';
import type { SheetStructure, Structure } from '../reading/structure.ts';
import { changedMeanwhile } from './write-errors.ts';

export type SheetRows = ReadonlyMap<number, SheetRow<GoogleCell>>;

/** The spreadsheet as it is right before a write. */
export interface Precheck {
  readonly located: LocatedSpreadsheet;
  /** Of the rows that were looked at, by their number; a blank line is none. */
  readonly rows: SheetRows;
  /** The same of the balances, where the change is about them. */
  readonly balanceRows: SheetRows;
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
  const places = placesOf(known, change);
  const structure = await readAnswer(await asked(api, spreadsheetId, places, signal), { signal });
  const { markers } = structure;
  const isWritten = markers.some(({ runId }) => runId === change.runId);
  if (!isWritten && markers.at(-1)?.runId !== known.markers.at(-1)) throw changedMeanwhile();
  const rows = look(structure, places.transactions, isWritten);
  const balances = places.balances === null ? null : look(structure, places.balances, isWritten);
  return {
    isWritten,
    rows: rows.rows,
    balanceRows: balances?.rows ?? new Map(),
    located: {
      title: structure.title,
      ...rows.located,
      categories: known.located?.categories ?? null,
      rules: known.located?.rules ?? null,
      balances: balances?.located ?? known.located?.balances ?? null,
      markers,
    },
  };
}

/** A sheet of rows as it was planned on, and what of it is looked at. */
interface Place {
  readonly sheetId: number;
  readonly known: Pick<Layout, 'headerRow' | 'columns' | 'outIsNegative'>;
  /** The last row in use. */
  readonly before: number;
  readonly ranges: readonly Omit<sheets_v4.Schema$GridRange, 'sheetId'>[];
}

interface Places {
  readonly transactions: Place;
  readonly balances: Place | null;
}

function placesOf({ layout, located, rows, snapshot }: KnownState, change: WorkbookChange): Places {
  const before = located?.lastUsedRow ?? rows.findLast(isTransaction)?.index ?? layout.headerRow;
  const transactions = {
    sheetId: sheetIdOf(layout, 'transactions') ?? 0,
    known: layout,
    before,
    ranges: transactionRanges(layout.headerRow, before, change),
  };
  const { balances } = change;
  const sheetId = balancesIdOf(layout);
  if (balances === undefined || balances.newSheet !== undefined) return { transactions, balances: null };
  if (layout.balances === undefined || sheetId === null) throw changedMeanwhile();
  const { headerRow } = layout.balances;
  const last =
    located?.balances?.lastUsedRow ?? snapshot.balances?.findLast(({ date }) => date !== null)?.index ?? headerRow;
  const header = { startRowIndex: headerRow - 1, endRowIndex: headerRow };
  return {
    transactions,
    balances: {
      sheetId,
      known: layout.balances,
      before: last,
      // Rows that are taken away carry no id: whatever moves meanwhile is told by all of them.
      ranges: balances.removals.length > 0 ? [{ startRowIndex: headerRow - 1 }] : [header, { startRowIndex: last - 1 }],
    },
  };
}

/** Throws PennyrowError `workbook_changed` when the rows are not where they were, unless the change is written already. */
function look(
  structure: Structure,
  { sheetId, known, before }: Place,
  isWritten: boolean,
): { readonly rows: SheetRows; readonly located: LocatedRows } {
  const sheet = structure.sheets.find((candidate) => candidate.sheetId === sheetId);
  if (sheet === undefined) throw changedMeanwhile();
  const { headerRow, outIsNegative } = known;
  const rows: SheetRows = new Map([...rowsOf(sheet.blocks)].map((row) => [row.index, row]));
  const columns = columnsIn(known);
  if (!isWritten && !hasHeaders(rows.get(headerRow), known)) throw changedMeanwhile();
  const end = endOfRows(sheet, rows, { columns, outIsNegative }, headerRow, before);
  if (end === null && !isWritten) throw changedMeanwhile();
  const { last, below } = end ?? { last: before, below: [] };
  const finder = new ComputedColumnsFinder(headerRow);
  for (const row of rows.values()) finder.see(row);
  const headers = new Map(Object.values(known.columns).map(({ position, header }) => [position, header]));
  return {
    rows,
    located: {
      transactions: withoutCells(sheet),
      headerRow,
      columns,
      outIsNegative,
      lastUsedRow: last,
      below,
      computed: computedIn(new Set([...computedBefore(known), ...finder.positions]), columns, headers),
      isAnchored: isAnchored(sheet, headerRow, last, below),
      showsDate: dateColumns(sheet, columns, last === headerRow ? last + 1 : last),
    },
  };
}

/** Rows that are said to be there may be gone; then Google refuses the ranges. */
async function asked(
  api: GoogleApi,
  spreadsheetId: string,
  { transactions, balances }: Places,
  signal: AbortSignal | undefined,
) {
  const dataFilters = [transactions, balances].flatMap((place) =>
    place === null ? [] : place.ranges.map((range) => ({ gridRange: { sheetId: place.sheetId, ...range } })),
  );
  try {
    return await api.read(spreadsheetId, { includeGridData: true, dataFilters }, CONTENT_FIELDS, signal);
  } catch (thrown) {
    throw thrown instanceof GoogleRefusal ? changedMeanwhile(thrown) : thrown;
  }
}

function transactionRanges(
  headerRow: number,
  lastUsedRow: number,
  { updates, removals }: WorkbookChange,
): Place['ranges'] {
  const wanted = stretches(
    [...updates, ...removals].map(({ row }) => row),
    lastUsedRow,
  );
  return [
    { startRowIndex: headerRow - 1, endRowIndex: headerRow },
    ...wanted.map(([from, to]) => ({ startRowIndex: from - 1, endRowIndex: to })),
    // To the end, for a person may have typed there.
    { startRowIndex: lastUsedRow - 1 },
  ];
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

function columnsIn(layout: Pick<Layout, 'columns'>): ColumnPositions {
  return Object.fromEntries(
    SHEET_COLUMNS.flatMap((column) =>
      layout.columns[column] === undefined ? [] : [[column, layout.columns[column].position]],
    ),
  );
}

function hasHeaders(row: SheetRow<GoogleCell> | undefined, layout: Pick<Layout, 'columns'>): boolean {
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
  places: CellPlaces,
  headerRow: number,
  before: number,
): EndOfRows | null {
  const collector = new RowCollector(GOOGLE_SENSE, places, new ProblemList('transactions'));
  const footer = footerRow(sheet, headerRow);
  for (const row of rows.values())
    if (row.index > headerRow && row.index >= before && row.index !== footer) collector.add(row);
  const first = collector.rows[0]?.index;
  if (before > headerRow && first !== before) return null;
  return { last: collector.lastRow ?? headerRow, below: collector.below };
}
