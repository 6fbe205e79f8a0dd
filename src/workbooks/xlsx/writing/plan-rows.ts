import type { Refused, WorkbookChange } from '../../../core/workbook-change.ts';
import { SHEET_COLUMNS } from '../../../core/sheet-columns.ts';
import { refuseComputed } from '../../computed-columns.ts';
import type { RowsMove } from '../formulas/cell-reference.ts';
import type { ContinuedFormulas, FormulaRows } from '../formulas/sheet-formulas.ts';
import { cellWrite, type CellWrite } from './cell-writing.ts';
import { contentOf } from '../../cell.ts';
import { cellsIn, type StoredCell } from '../package/sheet-cells.ts';
import { findDataTables, type DataTable } from './data-tables.ts';
import type { LocatedSheet, LocatedWorkbook } from '../reading/rows-reader.ts';
import {
  besidePresent,
  companionCells,
  isFull,
  newRowCells,
  newRowStyles,
  refuseWhenFull,
  withContinued,
  moneyStyle,
} from './new-rows.ts';
import { blocksWith } from '../package/sheet-blocks.ts';
import { rewriteSheet, type SheetVisitor } from '../package/sheet-rewriter.ts';
import { isProtected } from '../package/workbook-errors.ts';
import { SheetEdit } from './sheet-edit.ts';
import type { WrittenSheet } from './verify-write.ts';
import type { TextParts } from '../package/workbook-parts.ts';
import type { ZipPackage } from '../package/zip-package.ts';
import { changedCells } from '../../row-cells.ts';
import { checkRowEdits, findDeletableRows } from '../../row-edits.ts';
import { readSheetRows, type XlsxRow } from '../reading/sheet-reader.ts';

export interface PlanContext {
  readonly pkg: ZipPackage;
  readonly located: LocatedWorkbook;
  readonly change: WorkbookChange;
  readonly parts: TextParts;
  /** False if rows must be emptied instead of deleted. */
  readonly mayDelete: boolean;
  readonly signal: AbortSignal | undefined;
}

/** The planned edit of a list: the transactions, the balances or the rules. */
export interface ListEdit extends WrittenSheet {
  readonly tables: readonly DataTable[];
  readonly move: RowsMove | null;
  /** The rows with formulas to continue in new rows. */
  readonly formulaRows?: FormulaRows | null;
  /** Sets the formulas to continue in new rows. Must be called before the edit is applied. */
  readonly continueFormulas?: (formulas: ContinuedFormulas) => void;
}

export interface RowsEdit extends ListEdit {
  /** The number of the first new row after the change. */
  readonly firstNewRow: number;
  /** The number of the last row after the change; null if the write does not determine it. */
  readonly lastRow: number | null;
  readonly refused: readonly Refused[];
}

/**
 * Plans new, changed and removed rows. `explain` converts errors that occur while the part is written. Throws PennyrowError
 * `workbook_protected`, `workbook_column_computed` or `workbook_full`, and `workbook_cells_in_the_way` when the edit is
 * applied.
 */
export async function planRows(
  { pkg, located, parts, mayDelete, signal }: PlanContext,
  change: RowsChange,
  explain: (thrown: unknown) => unknown = (thrown) => thrown,
): Promise<RowsEdit> {
  const { transactions, headerRow, lastUsedRow, topRow } = located;
  const columns = Object.values(located.columns);
  const area = { part: transactions.part, name: transactions.name, headerRow, lastUsedRow, columns };
  const tables = await findDataTables(parts, area);
  const count = change.appends.length;
  refuseWhenFull(pkg.path, area, count);
  if (count > 0) refuseComputed(area.name, located);
  const totals = tables.filter(({ hasTotals }) => hasTotals).map(({ bottom }) => bottom);
  // The number of free rows between the last row and the first line below, such as the totals row of a table.
  const room = Math.min(located.lineBelow ?? Infinity, ...totals) - lastUsedRow - 1;
  const { writes, clearedRows, deleted, lastRow, refused } = await planRowEdits(
    { pkg, located, tables, room, mayDelete: mayDelete && count === 0, signal },
    change,
  );
  const styles = count > 0 ? await newRowStyles(parts, located) : null;
  const firstNewRow = topRow ?? lastUsedRow + 1;
  // Uses free rows only if one of them remains free above the next line; else inserts rows.
  const isInserted = count > 0 && (topRow !== null || room <= count);
  if (isInserted && located.isSheetProtected) throw isProtected(pkg.path, area.name);
  const inserted = isInserted ? { at: firstNewRow, count } : undefined;
  const firstRow = topRow ?? headerRow + 1;
  const move =
    lastRow + count === lastUsedRow && deleted.length === 0
      ? null
      : { firstRow, from: Math.max(firstRow, lastUsedRow), to: Math.max(firstRow, lastRow + count), inserted, deleted };
  const model = count === 0 || lastUsedRow === headerRow ? 0 : (topRow ?? lastUsedRow);
  const neighbor = topRow === null ? model - 1 : model + 1;
  let continued: ContinuedFormulas | null = null;
  const companions = once((cells: readonly StoredCell[]) => companionCells(cells, columns, tables));
  const edit = new SheetEdit({
    sheet: area.name,
    writes,
    clearedRows,
    model,
    ...(topRow !== null && model > 0 && { modelCells: await presentCells(pkg, transactions.part, model) }),
    firstNewRow,
    newRowCount: count,
    cellsOfNewRow: (row, present, cells): readonly CellWrite[] => {
      const values = change.appends[topRow === null ? row - firstNewRow : firstNewRow + count - 1 - row];
      if (values === undefined || styles === null) return [];
      const written = [
        ...newRowCells(values, located, styles),
        ...withContinued(companions(cells), cells, row, columns, continued),
      ];
      if (present.length === 0) return written;
      try {
        return besidePresent(pkg.path, row, present, written, located);
      } catch (thrown) {
        throw explain(thrown);
      }
    },
    move,
    full: () => explain(isFull(pkg.path, area.name, count)) as Error,
    lastColumn: Math.max(...columns),
  });
  return {
    sheet: transactions,
    rows: located,
    tables,
    move,
    edit,
    formulaRows:
      model === 0 ? null : { model, neighbor: neighbor > headerRow && neighbor <= lastUsedRow ? neighbor : null },
    continueFormulas: (formulas) => {
      continued = formulas;
    },
    firstNewRow,
    lastRow: change.removals.length === 0 ? lastRow + count : null,
    refused,
  };
}

async function presentCells(pkg: ZipPackage, part: string, row: number): Promise<readonly StoredCell[]> {
  let cells: readonly StoredCell[] | null = null;
  const visitor: SheetVisitor = {
    firstRow: row,
    wants: (each) => each === row,
    row: (text) => {
      cells = [...cellsIn(text)];
      return text;
    },
  };
  const pieces = pkg.stream(
    part,
    blocksWith(({ from, to }) => from <= row && row <= to),
  );
  for await (const _ of rewriteSheet(pieces, visitor)) if (cells !== null) break;
  return cells ?? [];
}

function once<Argument, Result>(work: (argument: Argument) => Result): (argument: Argument) => Result {
  let last: { readonly argument: Argument; readonly result: Result } | null = null;
  return (argument) => {
    if (last?.argument !== argument) last = { argument, result: work(argument) };
    return last.result;
  };
}

type RowsChange = Pick<WorkbookChange, 'appends' | 'updates' | 'removals'>;

interface PlanRowEdits extends Pick<PlanContext, 'pkg' | 'located' | 'mayDelete' | 'signal'> {
  readonly tables: readonly DataTable[];
  readonly room: number;
}

/** `deleted`: numbers of whole rows to delete, ascending. `lastRow`: the number of the last row after the change. */
async function planRowEdits(plan: PlanRowEdits, change: RowsChange) {
  const { pkg, located, signal } = plan;
  const writes = new Map<number, CellWrite[]>();
  if (change.updates.length + change.removals.length === 0)
    return { writes, clearedRows: new Set<number>(), deleted: [], lastRow: located.lastUsedRow, refused: [] };
  // Also reads the rows before and after a removed row, to recognize formulas that were filled down.
  const editedRows = new Set([
    ...change.updates.map(({ row }) => row),
    ...change.removals.flatMap(({ row }) => [row - 1, row, row + 1]),
  ]);
  const rows = new Map<number, XlsxRow>();
  let endOfSheet = 0;
  await readSheetRows(
    pkg,
    located.transactions.part,
    located.context,
    (row) => {
      endOfSheet = row.index;
      if (editedRows.has(row.index)) rows.set(row.index, row);
    },
    {
      signal,
      // Reads all blocks with formulas if rows are removed: the text of a shared formula is stored in its first cell.
      rows: ({ from, to, mayHoldFormulas }) =>
        to === Infinity ||
        (mayHoldFormulas && change.removals.length > 0) ||
        [...editedRows].some((row) => row >= from && row <= to),
    },
  );
  const { lastUsedRow, computed, isSheetProtected, context, columns } = located;
  const { updates, removals, refused } = checkRowEdits(change, rows, located, context);
  for (const { row, cell } of updates) {
    // An empty cell for income or expenses may have no style, so `moneyStyle` gives it one.
    const cells = changedCells(located, cell).map(({ column, value }) =>
      cellWrite(
        columns[column] as number,
        contentOf(column, value, context.dates),
        moneyStyle(column, located.lastRowStyles),
      ),
    );
    writes.set(row, [...(writes.get(row) ?? []), ...cells]);
  }
  const removed = new Set(removals.map(({ row }) => row));
  // Deletes no row if array formulas fill columns, because the row could be a part of an array formula.
  const mayDelete = plan.mayDelete && computed.size === 0;
  const isTableFormula = (column: number) => plan.tables.some(({ formulas }) => formulas.has(column));
  const whole = new Set(mayDelete ? findDeletableRows(removed, rows, located, isTableFormula) : []);
  let last = lastUsedRow;
  while (whole.has(last)) last -= 1;
  const trailing = lastUsedRow - last;
  // Keeps removed rows at the end as free rows, instead of deleting them, if more free rows follow.
  const isAtEnd = whole.size === trailing && plan.room > trailing;
  const deleted = isAtEnd || isSheetProtected ? [] : [...whole];
  const isCleared = (row: number): boolean =>
    deleted.length > 0 ? whole.has(row) : row > last && lastUsedRow === endOfSheet;
  for (const row of removed)
    if (!isCleared(row))
      writes.set(row, emptied(located, isAtEnd && row > last ? continuedColumns(row, removed, rows) : []));
  return {
    writes,
    clearedRows: new Set(deleted.length > 0 ? [] : [...removed].filter(isCleared)),
    deleted,
    lastRow: last - deleted.filter((row) => row <= last).length,
    refused,
  };
}

/** Columns whose formulas are removed with the row: the next remaining row has none, so these formulas belong to this row only. */
function continuedColumns(row: number, removed: ReadonlySet<number>, rows: ReadonlyMap<number, XlsxRow>): number[] {
  let next = row;
  while (removed.has(next)) next += 1;
  const below = new Set(rows.get(next)?.cells.flatMap((cell) => (cell.isFormula ? cell.column : [])));
  const cells = rows.get(row)?.cells ?? [];
  return cells.flatMap(({ column, isFormula }) => (isFormula && !below.has(column) ? column : []));
}

function emptied({ columns, computed }: LocatedSheet, continued: readonly number[]): CellWrite[] {
  const own = SHEET_COLUMNS.flatMap((column) => (computed.has(column) ? [] : (columns[column] ?? [])));
  return [...new Set([...own, ...continued])].map((column) => cellWrite(column, null));
}
