import type { Refused, CellUpdate, RowRemoval, WorkbookChange } from '../../../core/workbook-change.ts';
import { SHEET_COLUMNS, shows } from '../../../core/sheet-columns.ts';
import { keyOf } from '../../formula-shape.ts';
import { type CellWrite, contentOf } from './cell-writing.ts';
import { type DataTable } from './data-tables.ts';
import type { LocatedWorkbook } from '../reading/located-workbook.ts';
import { moneyStyle } from './new-rows.ts';
import type { ZipPackage } from '../package/zip-package.ts';
import { COLUMNS } from '../../../core/row.ts';
import { holds } from '../../cell.ts';
import { cellOfRow, changedCells, isComputed, showsValue, textShown } from '../../row-cells.ts';
import { isTypedRow } from '../../row-collector.ts';
import type { SheetCell } from '../reading/cell-context.ts';
import { readSheetRows, type XlsxRow } from '../reading/sheet-reader.ts';

export type RowsChange = Pick<WorkbookChange, 'appends' | 'updates' | 'removals'>;

interface RowEdits {
  readonly writes: ReadonlyMap<number, readonly CellWrite[]>;
  readonly taken: ReadonlySet<number>;
  /** Whole rows to delete, ascending. */
  readonly deleted: readonly number[];
  /** In the numbering after the change. */
  readonly lastRow: number;
  readonly refused: readonly Refused[];
}

export interface PlanRowEdits {
  readonly pkg: ZipPackage;
  readonly located: LocatedWorkbook;
  /** False if rows must be emptied instead of deleted. */
  readonly mayDelete: boolean;
  readonly signal: AbortSignal | undefined;
  readonly tables: readonly DataTable[];
  readonly room: number;
}

export async function planRowEdits(plan: PlanRowEdits, change: RowsChange): Promise<RowEdits> {
  const { pkg, located, signal } = plan;
  if (change.updates.length + change.removals.length === 0) {
    return { writes: new Map(), taken: new Set(), deleted: [], lastRow: located.lastUsedRow, refused: [] };
  }
  // The rows beside removed ones tell which formulas were filled down.
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
      // A shared formula is stored with its first cell.
      rows: ({ from, to, mayHoldFormulas }) =>
        to === Infinity ||
        (mayHoldFormulas && change.removals.length > 0) ||
        [...editedRows].some((row) => row >= from && row <= to),
    },
  );
  return new RowEditPlanner(plan, rows, endOfSheet).plan(change);
}

class RowEditPlanner {
  readonly #plan: PlanRowEdits;
  readonly #located: LocatedWorkbook;
  readonly #rows: ReadonlyMap<number, XlsxRow>;
  readonly #endOfSheet: number;
  readonly #writes = new Map<number, CellWrite[]>();
  readonly #refused: Refused[] = [];

  constructor(plan: PlanRowEdits, rows: ReadonlyMap<number, XlsxRow>, endOfSheet: number) {
    this.#plan = plan;
    this.#located = plan.located;
    this.#rows = rows;
    this.#endOfSheet = endOfSheet;
  }

  plan(change: RowsChange): RowEdits {
    const { lastUsedRow, computed, isSheetProtected } = this.#located;
    for (const update of change.updates) this.#update(update);
    const removed = new Set(change.removals.filter((removal) => this.#mayRemove(removal)).map(({ row }) => row));
    // Deleting a line could delete a part of an array formula.
    const mayDelete = this.#plan.mayDelete && computed.size === 0;
    const whole = new Set(mayDelete ? [...removed].filter((row) => !this.#holdsMore(row, removed)) : []);
    let last = lastUsedRow;
    while (whole.has(last)) last -= 1;
    const trailing = lastUsedRow - last;
    // Free rows above a line below that were filled become free again.
    const isAtEnd = whole.size === trailing && this.#plan.room > trailing;
    const deleted = isAtEnd || isSheetProtected ? [] : [...whole].toSorted((a, b) => a - b);
    const isTaken = (row: number): boolean =>
      deleted.length > 0 ? whole.has(row) : row > last && lastUsedRow === this.#endOfSheet;
    for (const row of removed)
      if (!isTaken(row))
        this.#writes.set(row, this.#emptied(isAtEnd && row > last ? this.#continued(row, removed) : []));
    return {
      writes: this.#writes,
      taken: new Set(deleted.length > 0 ? [] : [...removed].filter(isTaken)),
      deleted,
      lastRow: last - deleted.filter((row) => row <= last).length,
      refused: this.#refused,
    };
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

  /** True if the user typed something else into the row. Formulas that continue those of other rows are not typed. */
  #holdsMore(row: number, removed: ReadonlySet<number>): boolean {
    const own = new Set(Object.values(this.#located.columns));
    return (this.#rows.get(row)?.cells ?? []).some(
      (cell) => !own.has(cell.column) && !isBlank(cell) && !this.#isFilledDown(cell, row, removed),
    );
  }

  #isFilledDown(cell: SheetCell, row: number, removed: ReadonlySet<number>): boolean {
    if (!cell.isFormula) return false;
    if (this.#plan.tables.some(({ formulas }) => formulas.has(cell.column))) return true;
    return [-1, 1].some((step) => {
      let other = row + step;
      while (removed.has(other)) other += step;
      const line = other > this.#located.headerRow ? this.#rows.get(other) : undefined;
      const found = line?.cells.find(({ column }) => column === cell.column);
      return found?.isFormula === true && formulaKey(found, other) === formulaKey(cell, row);
    });
  }

  /** Columns whose formula the row continues, unless the user filled it further down. */
  #continued(row: number, removed: ReadonlySet<number>): number[] {
    let next = row;
    while (removed.has(next)) next += 1;
    const below = new Set(this.#rows.get(next)?.cells.flatMap((cell) => (cell.isFormula ? cell.column : [])));
    const cells = this.#rows.get(row)?.cells ?? [];
    return cells.flatMap(({ column, isFormula }) => (isFormula && !below.has(column) ? column : []));
  }

  #emptied(continued: readonly number[]): CellWrite[] {
    const { columns, computed } = this.#located;
    const own = SHEET_COLUMNS.flatMap((column) => (computed.has(column) ? [] : (columns[column] ?? [])));
    return [...new Set([...own, ...continued])].map((column) => ({
      column,
      content: { kind: 'empty' },
      style: (style) => style,
    }));
  }
}

function formulaKey({ formula, column }: SheetCell, row: number): string {
  return keyOf(formula ?? '', { row, column });
}

function isBlank(cell: SheetCell): boolean {
  return cell.kind === 'empty' && !cell.isFormula;
}
