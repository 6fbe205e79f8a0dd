import type { Refused, CellUpdate, RowRemoval, WorkbookChange } from '../../../core/workbook-change.ts';
import { isRequiredIn, SHEET_COLUMNS, shows } from '../../../core/sheet-columns.ts';
import { refuseComputed } from '../../computed-columns.ts';
import { refuseWithoutRoom } from '../../lines-below.ts';
import type { RowsMove } from '../formulas/cell-reference.ts';
import { type CellWrite, type PresentCell, contentOf } from './cell-writing.ts';
import { findDataTables, type DataTable } from './data-tables.ts';
import type { LocatedRows, LocatedWorkbook } from '../reading/located-workbook.ts';
import { besidePresent, companionCells, newRowCells, NewRowStyles, refuseWhenNoRoom, moneyStyle } from './new-rows.ts';
import { SheetEdit } from './sheet-edit.ts';
import type { TextParts } from '../package/text-part.ts';
import { blocksOf } from '../package/sheet-blocks.ts';
import type { ZipPackage } from '../package/zip-package.ts';
import { COLUMNS } from '../../../core/row.ts';
import { holds } from '../../cell.ts';
import { cellOfRow, changedCells, isComputed, showsValue, textShown } from '../../row-cells.ts';
import { isTypedRow } from '../../row-collector.ts';
import type { SheetCell } from '../reading/cell-context.ts';
import { readSheetRows, type XlsxRow } from '../reading/sheet-reader.ts';

export interface PlanRows {
  readonly path: string;
  readonly pkg: ZipPackage;
  readonly located: LocatedWorkbook;
  readonly change: RowsChange;
  readonly signal: AbortSignal | undefined;
  /** Converts errors that occur while the part is written. */
  readonly explain?: (thrown: unknown) => unknown;
}

export interface RowsEdit {
  readonly rows: LocatedRows;
  readonly tables: readonly DataTable[];
  readonly move: RowsMove | null;
  readonly edit: SheetEdit;
  /** The last row after the change, if only rows at the end are removed. */
  readonly lastRow: number;
  readonly refused: readonly Refused[];
}

/**
 * Plans new, changed and removed rows. Adds the styles part to `parts` if it changes. Throws PennyrowError
 * `workbook_totals_row`, `workbook_lines_below`, `workbook_column_computed` or `workbook_full`, and
 * `workbook_cells_in_the_way` when the edit is applied.
 */
export async function planRows(
  { path, pkg, located, change, signal, explain = (thrown) => thrown }: PlanRows,
  parts: TextParts,
): Promise<RowsEdit> {
  const { transactions, headerRow, lastUsedRow } = located;
  const columns = Object.values(located.columns);
  const area = { part: transactions.part, name: transactions.name, headerRow, lastUsedRow, columns };
  const tables = await findDataTables(pkg, area);
  const count = change.appends.length;
  refuseWhenNoRoom(path, area, tables, count);
  if (count > 0)
    refuseComputed(
      area.name,
      located,
      SHEET_COLUMNS.filter((column) => isRequiredIn(located.columns, column)),
    );
  refuseWithoutRoom(`${area.name} in ${path}`, lastUsedRow, located.below, count);
  // Deleting a line could delete a part of an array formula.
  const canShrink = count === 0 && located.computed.size === 0 && !tables.some(({ hasTotals }) => hasTotals);
  const { writes, taken, lastRow, refused } = await planRowEdits(pkg, located, change, canShrink, signal);
  const styles = count > 0 ? await NewRowStyles.find(pkg, located, parts) : null;
  const companions = once((model: readonly PresentCell[]) => companionCells(model, columns, tables));
  const firstNewRow = lastUsedRow + 1;
  const move = rowsMove(located, lastRow + count);
  const edit = new SheetEdit({
    writes,
    taken,
    model: count > 0 && lastUsedRow > headerRow ? lastUsedRow : 0,
    firstNewRow,
    newRowCount: count,
    cellsOfNewRow: (row, present, model): readonly CellWrite[] => {
      const values = change.appends[row - firstNewRow];
      if (values === undefined || styles === null) return [];
      const cells = [...newRowCells(values, located, styles), ...companions(model)];
      if (present.length === 0) return cells;
      try {
        return besidePresent(path, row, present, cells, located);
      } catch (thrown) {
        throw explain(thrown);
      }
    },
    move,
    lastColumn: Math.max(...columns),
  });
  return { rows: located, tables, move, edit, lastRow: lastRow + count, refused };
}

function once<Argument, Result>(work: (argument: Argument) => Result): (argument: Argument) => Result {
  let last: { readonly argument: Argument; readonly result: Result } | null = null;
  return (argument) => {
    if (last?.argument !== argument) last = { argument, result: work(argument) };
    return last.result;
  };
}

function rowsMove({ headerRow, lastUsedRow }: LocatedRows, lastRow: number): RowsMove | null {
  const firstRow = headerRow + 1;
  return lastRow === lastUsedRow
    ? null
    : { firstRow, from: Math.max(firstRow, lastUsedRow), to: Math.max(firstRow, lastRow) };
}

type RowsChange = Pick<WorkbookChange, 'appends' | 'updates' | 'removals'>;

interface RowEdits {
  readonly writes: ReadonlyMap<number, readonly CellWrite[]>;
  readonly taken: ReadonlySet<number>;
  readonly lastRow: number;
  readonly refused: readonly Refused[];
}

/** `canShrink`: nothing directly below belongs to the rows, such as a table's totals. */
async function planRowEdits(
  pkg: ZipPackage,
  located: LocatedWorkbook,
  change: RowsChange,
  canShrink: boolean,
  signal: AbortSignal | undefined,
): Promise<RowEdits> {
  if (change.updates.length + change.removals.length === 0) {
    return { writes: new Map(), taken: new Set(), lastRow: located.lastUsedRow, refused: [] };
  }
  const editedRows = new Set([...change.updates, ...change.removals].map(({ row }) => row));
  const rows = new Map<number, XlsxRow>();
  const isEdited = blocksOf(editedRows);
  let endOfSheet = 0;
  await readSheetRows(
    pkg,
    located.transactions.part,
    located.context,
    (row) => {
      endOfSheet = row.index;
      if (editedRows.has(row.index)) rows.set(row.index, row);
    },
    { signal, rows: (rows) => rows.to === Infinity || isEdited(rows) },
  );
  return new RowEditPlanner(located, rows, endOfSheet, canShrink).plan(change);
}

class RowEditPlanner {
  readonly #located: LocatedWorkbook;
  readonly #rows: ReadonlyMap<number, XlsxRow>;
  readonly #endOfSheet: number;
  readonly #canShrink: boolean;
  readonly #writes = new Map<number, CellWrite[]>();
  readonly #refused: Refused[] = [];

  constructor(located: LocatedWorkbook, rows: ReadonlyMap<number, XlsxRow>, endOfSheet: number, canShrink: boolean) {
    this.#located = located;
    this.#rows = rows;
    this.#endOfSheet = endOfSheet;
    this.#canShrink = canShrink;
  }

  plan(change: RowsChange): RowEdits {
    for (const update of change.updates) this.#update(update);
    const removed = new Set(change.removals.filter((removal) => this.#mayRemove(removal)).map(({ row }) => row));
    const lastRow = this.#canShrink ? this.#lastRowWithout(removed) : this.#located.lastUsedRow;
    const taken = new Set(
      [...removed].filter((row) => row > lastRow && this.#located.lastUsedRow === this.#endOfSheet),
    );
    for (const row of removed) if (!taken.has(row)) this.#writes.set(row, this.#emptied());
    return { writes: this.#writes, taken, lastRow, refused: this.#refused };
  }

  #update({ row, transactionId, typed, cell }: CellUpdate): void {
    const { context, columns } = this.#located;
    const { column, from } = cell;
    const line = this.#rows.get(row);
    const isRow =
      this.#isRowOf(row, transactionId) && (typed === undefined || isTypedRow(line, this.#located, typed, context));
    const isWritable = shows(columns, column) && !isComputed(this.#located, column);
    if (!isWritable || !isRow || !showsValue(line, this.#located, column, from, context)) {
      this.#refused.push({ row, transactionId, column, found: textShown(line, this.#located, column, context) });
      return;
    }
    const writes = changedCells(this.#located, cell).map((change): CellWrite => ({
      column: columns[change.column] as number,
      content: contentOf(change.column, change.value, context.dates),
      // A money cell may never have had a value and thus no style.
      style: (style) => style ?? moneyStyle(change.column, this.#located.lastRowStyles),
    }));
    this.#writes.set(row, [...(this.#writes.get(row) ?? []), ...writes]);
  }

  #mayRemove({ row, values }: RowRemoval): boolean {
    const { context, columns } = this.#located;
    const touched = COLUMNS.find(
      (column) =>
        shows(columns, column) &&
        !isComputed(this.#located, column) &&
        !showsValue(this.#rows.get(row), this.#located, column, values[column], context),
    );
    if (touched === undefined && this.#isRowOf(row, values.transactionId)) return true;
    const found = touched === undefined ? '' : textShown(this.#rows.get(row), this.#located, touched, context);
    this.#refused.push({ row, transactionId: values.transactionId, column: null, found });
    return false;
  }

  #isRowOf(row: number, transactionId: string): boolean {
    const cell = cellOfRow(this.#rows.get(row), this.#located.columns.transactionId);
    return holds(cell, 'transactionId', transactionId, this.#located.context);
  }

  /** Only lines at the end are deleted: elsewhere, formulas of all sheets would have to be rewritten. */
  #lastRowWithout(removed: ReadonlySet<number>): number {
    const own = new Set(Object.values(this.#located.columns));
    const holdsMore = (row: number) =>
      this.#rows.get(row)?.cells.some((cell) => !own.has(cell.column) && !isBlank(cell)) ?? false;
    let last = this.#located.lastUsedRow;
    while (removed.has(last) && !holdsMore(last)) last -= 1;
    return last;
  }

  #emptied(): CellWrite[] {
    const { columns, computed } = this.#located;
    return SHEET_COLUMNS.filter((column) => columns[column] !== undefined && !computed.has(column)).map((column) => ({
      column: columns[column] as number,
      content: { kind: 'empty' },
      style: (style) => style,
    }));
  }
}

function isBlank(cell: SheetCell): boolean {
  return cell.kind === 'empty' && !cell.isFormula;
}
