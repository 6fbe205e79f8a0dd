import { cellsOf, changeRow, newRow, type CellContent, type CellWrite, type PresentCell } from './cell-writing.ts';
import { moveDimension, moveSheetRanges } from './sheet-ranges.ts';
import type { RowsMove } from './cell-reference.ts';
import type { SheetVisitor } from './sheet-rewriter.ts';
import { nextTag, rawAttribute } from './xml-tags.ts';

/** All that one change does to the Transactions sheet's part. */
export interface SheetEditPlan {
  /** Cells of rows that are there. */
  readonly writes: ReadonlyMap<number, readonly CellWrite[]>;
  /** Rows whose line goes. */
  readonly taken: ReadonlySet<number>;
  /** The last row before the new ones, for these to look like it. */
  readonly model: number;
  readonly firstNewRow: number;
  readonly newRowCount: number;
  /** The cells of a new row, given those that stand there already and those of the model. */
  readonly cellsOfNewRow: (row: number, present: readonly PresentCell[], model: readonly PresentCell[]) => readonly CellWrite[];
  /** Null when no row was added or taken. */
  readonly move: RowsMove | null;
  readonly lastColumn: number;
}

/** Makes the edit while the part streams by, and notes what it wrote for the check afterwards. */
export class SheetEdit implements SheetVisitor {
  /** What must stand where afterwards, by row and column. */
  readonly written = new Map<number, ReadonlyMap<number, CellContent>>();
  readonly #plan: SheetEditPlan;
  #model: readonly PresentCell[] = [];
  #nextNewRow: number;

  constructor(plan: SheetEditPlan) {
    this.#plan = plan;
    this.#nextNewRow = plan.firstNewRow;
  }

  head(text: string): string {
    return this.#plan.move === null ? text : moveDimension(text, this.#plan.move, this.#plan.lastColumn);
  }

  before(row: number, prefix: string): string {
    let rows = '';
    while (this.#nextNewRow < row && this.#nextNewRow < this.#endOfNewRows) {
      const writes = this.#plan.cellsOfNewRow(this.#nextNewRow, [], this.#model);
      rows += newRow(this.#nextNewRow, prefix, writes);
      this.#note(this.#nextNewRow, writes);
      this.#nextNewRow += 1;
    }
    return rows;
  }

  wants(row: number): boolean {
    return row === this.#plan.model || row === this.#nextNewRow || this.#plan.writes.has(row) || this.#plan.taken.has(row);
  }

  row(text: string, row: number): string {
    if (row === this.#plan.model) this.#model = cellsOf(text);
    if (this.#plan.taken.has(row)) return withoutCells(text);
    if (row === this.#nextNewRow && row < this.#endOfNewRows) {
      this.#nextNewRow += 1;
      return this.#changed(text, row, this.#plan.cellsOfNewRow(row, cellsOf(text), this.#model));
    }
    const writes = this.#plan.writes.get(row);
    return writes === undefined ? text : this.#changed(text, row, writes);
  }

  tail(text: string): string {
    return this.#plan.move === null ? text : moveSheetRanges(text, this.#plan.move);
  }

  get #endOfNewRows(): number {
    return this.#plan.firstNewRow + this.#plan.newRowCount;
  }

  #changed(text: string, row: number, writes: readonly CellWrite[]): string {
    this.#note(row, writes);
    return changeRow(text, row, writes);
  }

  #note(row: number, writes: readonly CellWrite[]): void {
    this.written.set(row, new Map(writes.map(({ column, content }) => [column, content])));
  }
}

/** A row that does not say its number counts for those behind it, and so stays as an empty one. */
function withoutCells(text: string): string {
  const open = nextTag(text, 0);
  if (open === null || rawAttribute(text, open, 'r') !== null) return '';
  return `<${open.name}/>`;
}
