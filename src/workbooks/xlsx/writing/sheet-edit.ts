import { cellsOf, changeRow, newRow, rowStart, type CellWrite, type PresentCell } from './cell-writing.ts';
import { moveDimension, moveSheetRanges } from '../formulas/sheet-ranges.ts';
import type { RowsMove } from '../formulas/cell-reference.ts';
import type { BlockRows } from '../package/sheet-blocks.ts';
import type { SheetVisitor } from '../package/sheet-rewriter.ts';
import { nextTag, attributeText } from '../package/xml-tags.ts';

export interface SheetEditPlan {
  readonly writes: ReadonlyMap<number, readonly CellWrite[]>;
  readonly taken: ReadonlySet<number>;
  /** The row whose style new rows copy; 0 for none. */
  readonly model: number;
  readonly firstNewRow: number;
  readonly newRowCount: number;
  /** Cells of a new row, given the existing cells of that row and the cells of the model. */
  readonly cellsOfNewRow: (
    row: number,
    present: readonly PresentCell[],
    model: readonly PresentCell[],
  ) => readonly CellWrite[];
  readonly move: RowsMove | null;
  readonly lastColumn: number;
  readonly head?: (text: string, prefix: string) => string;
  readonly tail?: (text: string) => string;
}

const BATCH = 200;
const NO_ROWS: readonly string[] = [];

export class SheetEdit implements SheetVisitor {
  /** The first changed, new, deleted or model row. */
  firstRow: number;
  readonly #plan: SheetEditPlan;
  readonly #endOfNewRows: number;
  readonly #changed = new Map<number, readonly CellWrite[]>();
  #model: readonly PresentCell[] = [];
  #prefix = '';
  #nextNewRow: number;
  readonly #expected: number[];

  constructor(plan: SheetEditPlan) {
    this.#plan = plan;
    this.#nextNewRow = plan.firstNewRow;
    this.#expected = [...plan.writes.keys()].sort((a, b) => a - b);
    this.#endOfNewRows = plan.firstNewRow + plan.newRowCount;
    this.firstRow = plan.model === 0 ? plan.firstNewRow : plan.model;
    for (const row of [...plan.writes.keys(), ...plan.taken]) this.firstRow = Math.min(this.firstRow, row);
  }

  writtenTo(row: number): readonly CellWrite[] | null {
    if (!this.wrote(row)) return null;
    return this.#changed.get(row) ?? this.#plan.cellsOfNewRow(row, [], this.#model);
  }

  wrote(row: number): boolean {
    return this.#changed.has(row) || (row >= this.#plan.firstNewRow && row < this.#nextNewRow);
  }

  get rowCount(): number {
    return this.#plan.writes.size + this.#plan.newRowCount;
  }

  /** The beginning of the first written row if all written rows are new; null if existing rows changed. */
  get firstNewLine(): string | null {
    return this.#changed.size === 0 && this.#plan.newRowCount > 0
      ? rowStart(this.#plan.firstNewRow, this.#prefix)
      : null;
  }

  touches({ from, to }: BlockRows): boolean {
    const { model, firstNewRow, newRowCount, writes, taken } = this.#plan;
    const isInside = (row: number) => row >= from && row <= to;
    return (
      isInside(model) ||
      (newRowCount > 0 && firstNewRow <= to && firstNewRow + newRowCount > from) ||
      [...writes.keys()].some(isInside) ||
      [...taken].some(isInside)
    );
  }

  head(text: string, prefix: string): string {
    this.#prefix = prefix;
    const { move, lastColumn, head } = this.#plan;
    const moved = move === null ? text : moveDimension(text, move, lastColumn);
    return head?.(moved, prefix) ?? moved;
  }

  before(row: number, prefix: string): Iterable<string> {
    const missing = this.#missingRows(row, prefix);
    const added = this.#nextNewRow < Math.min(row, this.#endOfNewRows) ? this.#newRows(row, prefix) : NO_ROWS;
    return missing === '' ? added : [missing, ...added];
  }

  wants(row: number): boolean {
    return (
      row === this.#plan.model || row === this.#nextNewRow || this.#plan.writes.has(row) || this.#plan.taken.has(row)
    );
  }

  row(text: string, row: number): string {
    if (row === this.#plan.model) this.#model = cellsOf(text);
    if (this.#plan.taken.has(row)) return withoutCells(text);
    const isNew = row === this.#nextNewRow && row < this.#endOfNewRows;
    if (isNew) this.#nextNewRow += 1;
    const writes = isNew ? this.#plan.cellsOfNewRow(row, cellsOf(text), this.#model) : this.#plan.writes.get(row);
    if (writes === undefined) return text;
    this.#changed.set(row, writes);
    return changeRow(text, row, writes);
  }

  /** Inserts rows that the file omits because they are blank. */
  #missingRows(before: number, prefix: string): string {
    let rows = '';
    for (let [row] = this.#expected; row !== undefined && row <= before; [row] = this.#expected) {
      this.#expected.shift();
      if (row === before) break;
      const writes = this.#plan.writes.get(row) ?? [];
      this.#changed.set(row, writes);
      rows += newRow(row, prefix, writes);
    }
    return rows;
  }

  tail(text: string): string {
    const { move, tail } = this.#plan;
    const moved = move === null ? text : moveSheetRanges(text, move);
    return tail?.(moved) ?? moved;
  }

  *#newRows(before: number, prefix: string): Generator<string, void, void> {
    const end = Math.min(before, this.#endOfNewRows);
    while (this.#nextNewRow < end) {
      let rows = '';
      for (
        const endOfBatch = Math.min(end, this.#nextNewRow + BATCH);
        this.#nextNewRow < endOfBatch;
        this.#nextNewRow += 1
      ) {
        rows += newRow(this.#nextNewRow, prefix, this.#plan.cellsOfNewRow(this.#nextNewRow, [], this.#model));
      }
      yield rows;
    }
  }
}

/** A row without a number stays as an empty element, because later rows count from it. */
export function withoutCells(text: string): string {
  const open = nextTag(text, 0);
  if (open === null || attributeText(text, open, 'r') !== null) return '';
  return `<${open.name}/>`;
}
