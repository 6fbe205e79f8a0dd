import { changeRow, newRow, renumberRow, type CellWrite } from './cell-writing.ts';
import { cellsIn, type StoredCell } from '../package/sheet-cells.ts';
import { moveDimension, moveSheetRanges } from '../formulas/sheet-ranges.ts';
import { isDeleted, LAST_ROW, movedRow, type RowsMove } from '../formulas/cell-reference.ts';
import type { BlockRows } from '../package/sheet-blocks.ts';
import type { SheetVisitor } from '../package/sheet-rewriter.ts';
import { nextTag } from '../../../platform/xml/xml-tag.ts';

/** Existing rows have their numbers before the change, new rows their numbers after it. */
export interface SheetEditPlan {
  readonly sheet: string;
  readonly writes: ReadonlyMap<number, readonly CellWrite[]>;
  readonly clearedRows?: ReadonlySet<number>;
  /** The row whose style new rows copy; 0 for none. */
  readonly model?: number;
  /** The cells of the model row, if it is below the new rows and therefore read later. */
  readonly modelCells?: readonly StoredCell[];
  readonly firstNewRow: number;
  readonly newRowCount?: number;
  /** Returns the cells of a new row. `present`: existing cells in that row; `model`: the cells of the model row. */
  readonly cellsOfNewRow?: (
    row: number,
    present: readonly StoredCell[],
    model: readonly StoredCell[],
  ) => readonly CellWrite[];
  readonly move: RowsMove | null;
  /** Creates the error to throw if inserted rows would move content beyond the last row of a sheet. */
  readonly full?: () => Error;
  readonly lastColumn: number;
  readonly head?: (text: string, prefix: string) => string;
  readonly tail?: (text: string) => string;
}

const NO_NEW_ROWS: Required<Pick<SheetEditPlan, 'clearedRows' | 'model' | 'newRowCount' | 'cellsOfNewRow'>> = {
  clearedRows: new Set(),
  model: 0,
  newRowCount: 0,
  cellsOfNewRow: () => [],
};
const BATCH = 200;
const NO_ROWS: readonly string[] = [];

export class SheetEdit implements SheetVisitor {
  /** The first row to pass to `row`: a changed, new, deleted or moved row, or the model row. */
  firstRow: number;
  readonly #plan: typeof NO_NEW_ROWS & SheetEditPlan;
  readonly #endOfNewRows: number;
  /** The first row that gets another number. */
  readonly #firstMoved: number;
  readonly #changed = new Map<number, readonly CellWrite[]>();
  #model: readonly StoredCell[] = [];
  #nextNewRow: number;
  readonly #expected: number[];

  constructor(edit: SheetEditPlan) {
    const plan = { ...NO_NEW_ROWS, ...edit };
    this.#plan = plan;
    this.#nextNewRow = plan.firstNewRow;
    this.#expected = [...plan.writes.keys()].sort((a, b) => a - b);
    this.#endOfNewRows = plan.firstNewRow + plan.newRowCount;
    this.#model = plan.modelCells ?? [];
    this.#firstMoved = plan.move?.inserted?.at ?? plan.move?.deleted?.[0] ?? Infinity;
    this.firstRow = Math.min(plan.model === 0 ? plan.firstNewRow : plan.model, this.#firstMoved);
    for (const row of [...plan.writes.keys(), ...plan.clearedRows]) this.firstRow = Math.min(this.firstRow, row);
  }

  /** Returns the writes to a row; `row` is its number after the change. */
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

  touches({ from, to }: BlockRows): boolean {
    const { model, firstNewRow, newRowCount, writes, clearedRows } = this.#plan;
    const isInside = (row: number) => row >= from && row <= to;
    return (
      to >= this.#firstMoved ||
      isInside(model) ||
      (newRowCount > 0 && firstNewRow <= to && firstNewRow + newRowCount > from) ||
      [...writes.keys()].some(isInside) ||
      [...clearedRows].some(isInside)
    );
  }

  head(text: string, prefix: string): string {
    const { move, lastColumn, head } = this.#plan;
    const moved = move === null ? text : moveDimension(text, move, lastColumn);
    return head?.(moved, prefix) ?? moved;
  }

  before(row: number, prefix: string): Iterable<string> {
    const missing = this.#missingRows(row, prefix);
    const next = this.#newNumber(row);
    const added = this.#nextNewRow < Math.min(next, this.#endOfNewRows) ? this.#newRows(next, prefix) : NO_ROWS;
    return missing === '' ? added : [missing, ...added];
  }

  wants(row: number): boolean {
    return (
      row >= this.#firstMoved ||
      row === this.#plan.model ||
      row === this.#nextNewRow ||
      this.#plan.writes.has(row) ||
      this.#plan.clearedRows.has(row)
    );
  }

  row(text: string, row: number): string {
    const { model, clearedRows, writes, move, cellsOfNewRow } = this.#plan;
    if (row === model) this.#model = [...cellsIn(text)];
    if (move !== null && isDeleted(row, move)) return '';
    if (clearedRows.has(row)) return withoutCells(text);
    if (move?.inserted !== undefined && row + move.inserted.count > LAST_ROW) return this.#requireEmpty(text);
    const number = this.#newNumber(row);
    const isNew = number === this.#nextNewRow && number < this.#endOfNewRows;
    if (isNew) this.#nextNewRow += 1;
    const changes = isNew ? cellsOfNewRow(number, [...cellsIn(text)], this.#model) : writes.get(row);
    if (changes !== undefined) this.#changed.set(number, changes);
    const changed = changes === undefined ? text : changeRow(text, row, changes);
    return number === row ? changed : renumberRow(changed, number);
  }

  /** Throws if the row has content. An empty row, for example with only a height, is dropped. */
  #requireEmpty(text: string): string {
    if ([...cellsIn(text)].every(({ isEmpty }) => isEmpty)) return '';
    throw this.#plan.full?.() ?? new Error('The sheet is full.');
  }

  #newNumber(row: number): number {
    return this.#plan.move === null || row === Infinity ? row : movedRow(row, this.#plan.move);
  }

  /** Inserts rows that the file omits because they are blank. */
  #missingRows(before: number, prefix: string): string {
    let rows = '';
    for (let [row] = this.#expected; row !== undefined && row <= before; [row] = this.#expected) {
      this.#expected.shift();
      if (row === before) break;
      const writes = this.#plan.writes.get(row) ?? [];
      const number = this.#newNumber(row);
      this.#changed.set(number, writes);
      rows += newRow(number, prefix, writes);
    }
    return rows;
  }

  tail(text: string): string {
    const { move, sheet, tail } = this.#plan;
    const moved = move === null ? text : moveSheetRanges(text, move, sheet);
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

/** Empties a row. Keeps the element of a row without a number, because later rows count from it. */
export function withoutCells(text: string): string {
  const open = nextTag(text, 0);
  if (open === null || open.get('r') !== null) return '';
  return `<${open.name}/>`;
}
