import type { sheets_v4 } from '@googleapis/sheets';
import { asRowEdits, BALANCE_COLUMNS, type BalanceColumn, type BalanceRowValues } from '../../../core/balance-sheet.ts';
import type { Row, RowValues } from '../../../core/row.ts';
import type { WorkbookChange } from '../../../core/workbook-change.ts';
import type { ColumnPositions } from '../../columns.ts';
import { columnsComputed } from '../../computed-columns.ts';
import { RowCollector } from '../../row-collector.ts';
import { asBalancesRefused, changedMeanwhile } from '../../workbook.ts';
import type { LocatedSheet } from '../reading/located-spreadsheet.ts';
import { addedBalancesSheet } from '../../template/lists.ts';
import { addedSheetRequests, NEW_BALANCES_SIZE } from './new-spreadsheet-sheets.ts';
import { GOOGLE_SENSE } from '../reading/google-cell.ts';
import { newSheetId } from './additions.ts';
import { compensateMovedRows, type Compensation, type RowKeys } from './moved-rows.ts';
import { newRowRequests } from './new-rows.ts';
import type { Precheck, SheetRows } from './precheck.ts';
import { readBackRanges, rowCountReadBack } from './verify.ts';
import { editRequests, type PlanEdits } from './row-edits.ts';

export type BalancesPlan = NonNullable<Awaited<ReturnType<typeof planBalances>>>;

/** Null for a change without balances. Throws `BalancesRefused` or PennyrowError `workbook_changed`. */
export async function planBalances(
  { located, balanceRows }: Precheck,
  { balances, runId }: WorkbookChange,
  planEdits: PlanEdits,
) {
  if (balances === undefined) return null;
  const rowEdits = asRowEdits(balances);
  const isNew = balances.newSheet !== undefined;
  const rows = isNew ? newSheet(balances.newSheet, runId) : located.balances;
  if (rows === null) throw changedMeanwhile(null);
  const edits = await planEdits(rowEdits, rows, balanceRows);
  const { appends } = rowEdits;
  const { sheetId, title } = rows.transactions;
  return {
    located: rows,
    change: balances,
    appends,
    edits,
    requests: [
      ...(isNew ? addedSheetRequests(addedBalancesSheet(title), sheetId) : []),
      ...editRequests(edits, sheetId, rows),
      ...newBalanceRequests(rows, appends),
    ],
    ranges: readBackRanges(rows, edits, appends.length),
  };
}

function newBalanceRequests(rows: LocatedSheet, appends: readonly RowValues[]): sheets_v4.Schema$Request[] {
  try {
    // If an array formula fills one column, no balances are written: a balance with an empty cell there would be useless.
    const missing = BALANCE_COLUMNS.flatMap((column) => rows.computed.get(column) ?? []);
    if (appends.length > 0 && missing.length > 0) throw columnsComputed(rows.transactions.title, missing);
    return newRowRequests(rows, appends);
  } catch (thrown) {
    throw asBalancesRefused(thrown);
  }
}

function newSheet(title: string, runId: string): LocatedSheet {
  const sheetId = newSheetId('balances', runId);
  const columns: ColumnPositions = Object.fromEntries(BALANCE_COLUMNS.map((column, position) => [column, position]));
  const nothing = { tables: [], namedRanges: [], protections: [], blocks: [], roles: [], columnTags: [] };
  return {
    transactions: { sheetId, title, isGrid: true, ...NEW_BALANCES_SIZE, ...nothing },
    headerRow: 1,
    columns,
    lastUsedRow: 1,
    topRow: null,
    above: [],
    below: [],
    showsDate: new Set(['date']),
    computed: new Map(),
    isAnchored: false,
  };
}

/** Restores cells if a row moved between the check and the write; see `compensateMovedRows`. */
export function compensateBalances(
  { located, edits, appends }: BalancesPlan,
  before: SheetRows,
  after: SheetRows,
  answer: sheets_v4.Schema$Spreadsheet,
): Compensation {
  return compensateMovedRows(edits, {
    located,
    count: appends.length,
    before,
    knownRows: [],
    after,
    rowCountAfter: rowCountReadBack(answer, located),
    keys: balanceKeys(located.columns),
  });
}

export function refusedBalances(
  { change, edits }: BalancesPlan,
  moved: Compensation['refused'],
): readonly BalanceRowValues[] {
  const rows = new Set([...edits.refused, ...moved].map(({ row }) => row));
  return change.removals.filter(({ row }) => rows.has(row)).map(({ values }) => values);
}

function balanceKeys(columns: ColumnPositions): RowKeys {
  const present = BALANCE_COLUMNS.filter((column) => columns[column] !== undefined);
  const keyOf = (row: Pick<Row, BalanceColumn>): string => JSON.stringify(present.map((column) => row[column]));
  return {
    ofLine: (line) => {
      const collector = new RowCollector(GOOGLE_SENSE, { columns });
      if (line !== undefined) collector.add(line);
      const [row] = collector.rows;
      return row === undefined ? '' : keyOf(row);
    },
    ofRow: keyOf,
    ofValues: keyOf,
  };
}
