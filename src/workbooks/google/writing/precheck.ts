import { requestCells, type SpreadsheetCall } from '../reading/read-answer.ts';
import { computedBefore, computedIn } from '../../computed-columns.ts';
import type { sheets_v4 } from '@googleapis/sheets';
import type { Layout } from '../../../core/snapshot.ts';
import type { WorkbookChange } from '../../../core/workbook-change.ts';
import type { SheetRow } from '../../cell.ts';
import { positionsOf } from '../../columns.ts';
import { headerKey } from '../../headers.ts';
import { isTransaction } from '../../row-order.ts';
import type { CellPlaces } from '../../row-cells.ts';
import { RowCollector } from '../../row-collector.ts';
import { GoogleRefusal } from '../api/google-errors.ts';
import type { BaseState, LocatedSpreadsheet } from '../reading/located-spreadsheet.ts';
import { balancesIdOf, sheetIdOf } from '../reading/content-request.ts';
import { GOOGLE_SENSE, type GoogleCell, createComputedColumnsFinder } from '../reading/google-cell.ts';
import { rowsOf } from '../reading/grid-block.ts';
import { footerRow, locateRows } from '../reading/rows.ts';
import type { SheetStructure, Structure } from '../reading/structure.ts';
import { changedMeanwhile } from '../../workbook.ts';

export type SheetRows = ReadonlyMap<number, SheetRow<GoogleCell>>;

export interface Precheck {
  readonly located: LocatedSpreadsheet;
  readonly rows: SheetRows;
  /** The affected rows of balances; empty unless the change includes balances. */
  readonly balanceRows: SheetRows;
  readonly isWritten: boolean;
}

/** Reads the affected rows and the end of the sheet. Throws PennyrowError `workbook_changed` if the plan is outdated. */
export async function precheckWrite(call: SpreadsheetCall, base: BaseState, change: WorkbookChange): Promise<Precheck> {
  const place = transactionsPlace(base, change);
  const ofBalances = balancesPlace(base, change);
  const structure = await requestPlaces(call, ofBalances === null ? [place] : [place, ofBalances]);
  const { markers } = structure;
  const isWritten = markers.some(({ runId }) => runId === change.runId);
  if (!isWritten && markers.at(-1)?.runId !== base.snapshot.markers.at(-1)) throw changedMeanwhile(null);
  const rows = look(structure, place, isWritten);
  const balances = ofBalances === null ? null : look(structure, ofBalances, isWritten);
  return {
    isWritten,
    rows: rows.rows,
    balanceRows: balances?.rows ?? new Map(),
    located: {
      title: structure.title,
      ...rows.located,
      categories: base.located?.categories ?? null,
      rules: base.located?.rules ?? null,
      balances: balances?.located ?? base.located?.balances ?? null,
      markers,
    },
  };
}

interface Place {
  readonly sheetId: number;
  readonly base: Pick<Layout, 'headerRow' | 'columns' | 'outIsNegative'>;
  readonly before: number;
  readonly topRow: number | null;
  readonly ranges: readonly Omit<sheets_v4.Schema$GridRange, 'sheetId'>[];
}

function transactionsPlace({ located, snapshot }: BaseState, { updates, removals }: WorkbookChange): Place {
  const { layout, rows } = snapshot;
  const { headerRow } = layout;
  const before = located?.lastUsedRow ?? rows.findLast(isTransaction)?.index ?? headerRow;
  const topRow = layout.newestFirst === true ? (rows.find(isTransaction)?.index ?? null) : null;
  const affectedRows = [...updates, ...removals].map(({ row }) => row);
  return {
    sheetId: sheetIdOf(layout, 'transactions') ?? 0,
    base: layout,
    before,
    topRow,
    ranges: [
      topRow === null
        ? { startRowIndex: headerRow - 1, endRowIndex: headerRow }
        : { startRowIndex: 0, endRowIndex: topRow },
      ...stretches(affectedRows, before).map(([from, to]) => ({ startRowIndex: from - 1, endRowIndex: to })),
      // A range without an end, because the user may have typed below the last row.
      { startRowIndex: before - 1 },
    ],
  };
}

/** Null unless the change includes rows of an existing sheet of balances. */
function balancesPlace({ located, snapshot }: BaseState, { balances }: WorkbookChange): Place | null {
  if (balances === undefined || balances.newSheet !== undefined) return null;
  const base = snapshot.layout.balances;
  const sheetId = balancesIdOf(snapshot.layout);
  if (base === undefined || sheetId === null) throw changedMeanwhile(null);
  const { headerRow } = base;
  const before =
    located?.balances?.lastUsedRow ?? snapshot.balances?.findLast(({ date }) => date !== null)?.index ?? headerRow;
  const header = { startRowIndex: headerRow - 1, endRowIndex: headerRow };
  // Balances have no id, so removals are checked against all rows.
  const ranges =
    balances.removals.length > 0 ? [{ startRowIndex: headerRow - 1 }] : [header, { startRowIndex: before - 1 }];
  return { sheetId, base, before, topRow: null, ranges };
}

function look(structure: Structure, { sheetId, base, before, topRow }: Place, isWritten: boolean) {
  const sheet = structure.sheets.find((candidate) => candidate.sheetId === sheetId);
  if (sheet === undefined) throw changedMeanwhile(null);
  const { headerRow, outIsNegative } = base;
  const rows: SheetRows = new Map([...rowsOf(sheet.blocks)].map((row) => [row.index, row]));
  const columns = positionsOf(base.columns);
  if (!isWritten && !hasHeaders(rows.get(headerRow), base)) throw changedMeanwhile(null);
  const end = endOfRows(sheet, rows, { columns, outIsNegative }, headerRow, before);
  if (end === null && !isWritten) throw changedMeanwhile(null);
  const { last, below } = end ?? { last: before, below: [] };
  const finder = createComputedColumnsFinder(headerRow);
  for (const row of rows.values()) finder.see(row);
  const headers = new Map(Object.values(base.columns).map(({ position, header }) => [position, header]));
  return {
    rows,
    located: locateRows(sheet, {
      headerRow,
      columns,
      outIsNegative,
      lastUsedRow: last,
      topRow,
      below,
      computed: computedIn(new Set([...computedBefore(base), ...finder.positions]), columns, headers),
    }),
  };
}

/** Throws `workbook_changed` if Google rejects a range, because its rows do not exist any more. */
async function requestPlaces(call: SpreadsheetCall, places: readonly Place[]): Promise<Structure> {
  const dataFilters = places.flatMap(({ sheetId, ranges }) =>
    ranges.map((range) => ({ gridRange: { sheetId, ...range } })),
  );
  try {
    return await requestCells(call, dataFilters);
  } catch (thrown) {
    throw thrown instanceof GoogleRefusal ? changedMeanwhile(null, thrown) : thrown;
  }
}

/** Ranges with the given rows and their neighbors, because a moved row usually moved by one. Both ends are inclusive. */
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

export function hasHeaders(row: SheetRow<GoogleCell> | undefined, layout: Pick<Layout, 'columns'>): boolean {
  return Object.values(layout.columns).every(({ position, header }) => {
    const cell = row?.cells.find(({ column }) => column === position);
    return headerKey(cell?.text ?? '') === headerKey(header);
  });
}

/** The last used row, which may be a newly typed one, and the lines below it; null if row `before` is not used any more. */
function endOfRows(sheet: SheetStructure, rows: SheetRows, places: CellPlaces, headerRow: number, before: number) {
  const collector = new RowCollector(GOOGLE_SENSE, places);
  const footer = footerRow(sheet, headerRow);
  for (const row of rows.values())
    if (row.index > headerRow && row.index >= before && row.index !== footer) collector.add(row);
  const first = collector.rows[0]?.index;
  if (before > headerRow && first !== before) return null;
  return { last: collector.lastRow ?? headerRow, below: collector.below };
}
