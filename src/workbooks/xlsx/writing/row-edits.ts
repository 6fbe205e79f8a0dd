import type { Refused, CellUpdate, WorkbookChange } from '../../../core/workbook-change.ts';
import { SHEET_COLUMNS } from '../../../core/sheet-columns.ts';
import { type CellWrite, contentOf } from './cell-writing.ts';
import { type DataTable } from './data-tables.ts';
import type { LocatedWorkbook } from '../reading/located-workbook.ts';
import { moneyStyle } from './new-rows.ts';
import type { ZipPackage } from '../package/zip-package.ts';
import { changedCells } from '../../row-cells.ts';
import { checkRowEdits, findDeletableRows } from '../../row-edits.ts';
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

  constructor(plan: PlanRowEdits, rows: ReadonlyMap<number, XlsxRow>, endOfSheet: number) {
    this.#plan = plan;
    this.#located = plan.located;
    this.#rows = rows;
    this.#endOfSheet = endOfSheet;
  }

  plan(change: RowsChange): RowEdits {
    const { lastUsedRow, computed, isSheetProtected, context } = this.#located;
    const { updates, removals, refused } = checkRowEdits(change, this.#rows, this.#located, context);
    for (const update of updates) this.#update(update);
    const removed = new Set(removals.map(({ row }) => row));
    // Deleting a line could delete a part of an array formula.
    const mayDelete = this.#plan.mayDelete && computed.size === 0;
    const isTableFormula = (column: number) => this.#plan.tables.some(({ formulas }) => formulas.has(column));
    const whole = new Set(mayDelete ? findDeletableRows(removed, this.#rows, this.#located, isTableFormula) : []);
    let last = lastUsedRow;
    while (whole.has(last)) last -= 1;
    const trailing = lastUsedRow - last;
    // Free rows above a line below that were filled become free again.
    const isAtEnd = whole.size === trailing && this.#plan.room > trailing;
    const deleted = isAtEnd || isSheetProtected ? [] : [...whole];
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
      refused,
    };
  }

  #update({ row, cell }: CellUpdate): void {
    const { context, columns } = this.#located;
    const writes = changedCells(this.#located, cell).map((change): CellWrite => ({
      column: columns[change.column] as number,
      content: contentOf(change.column, change.value, context.dates),
      // A money cell may never have had a value and thus no style.
      style: (style) => style ?? moneyStyle(change.column, this.#located.lastRowStyles),
    }));
    this.#writes.set(row, [...(this.#writes.get(row) ?? []), ...writes]);
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
