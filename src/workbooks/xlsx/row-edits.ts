import { COLUMNS } from '../../core/row.ts';
import { SHEET_COLUMNS, shows } from '../../core/sheet-columns.ts';
import type { CellUpdate, Refused, RowRemoval, WorkbookChange } from '../../core/workbook-change.ts';
import { holds } from '../cell.ts';
import { cellOfRow, changedCells, isComputed, showsValue, textShown } from '../row-cells.ts';
import { isTypedRow } from '../typed-row.ts';
import { contentOf } from './cell-contents.ts';
import type { SheetCell } from './cell-value.ts';
import type { CellWrite } from './cell-writing.ts';
import type { LocatedWorkbook } from './located-workbook.ts';
import { moneyStyle } from './new-rows.ts';
import { readSheetRows, type XlsxRow } from './sheet-reader.ts';
import type { ZipPackage } from './zip-package.ts';

export type RowsChange = Pick<WorkbookChange, 'appends' | 'updates' | 'removals'>;

/** What becomes of rows that are there: updates and removals that the sheet as it is now allows. */
export interface RowEdits {
  readonly writes: ReadonlyMap<number, readonly CellWrite[]>;
  /** Rows whose whole line goes; all at the end of the sheet. */
  readonly taken: ReadonlySet<number>;
  /** The last row of transactions that is left. */
  readonly lastRow: number;
  readonly refused: readonly Refused[];
}

/** `canShrink`: nothing stands right below the rows that belongs to them, such as a table's totals. */
export async function planRowEdits(
  pkg: ZipPackage,
  located: LocatedWorkbook,
  change: RowsChange,
  canShrink: boolean,
  signal: AbortSignal | undefined,
): Promise<RowEdits> {
  if (change.updates.length + change.removals.length === 0) {
    return { writes: new Map(), taken: new Set(), lastRow: located.lastUsedRow, refused: [] };
  }
  const wanted = new Set([...change.updates, ...change.removals].map(({ row }) => row));
  const wantedRows = [...wanted];
  const rows = new Map<number, XlsxRow>();
  let endOfSheet = 0;
  await readSheetRows(
    pkg,
    located.transactions.part,
    located.context,
    (row) => {
      endOfSheet = row.index;
      if (wanted.has(row.index)) rows.set(row.index, row);
    },
    { signal, rows: ({ from, to }) => to === Infinity || wantedRows.some((row) => row >= from && row <= to) },
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
      // One of two for money may never have held anything that it could look like.
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

  /** Lines can go from the end of the sheet alone: further up, formulas everywhere would have to be rewritten. */
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
