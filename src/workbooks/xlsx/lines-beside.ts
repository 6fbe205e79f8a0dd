import { isFilled } from '../cell.ts';
import { columnLetters } from '../column-letters.ts';
import { keyOf } from '../formula-key.ts';
import { addsUpOwnColumn, isOfOwnRow, shapeOf } from '../formula-shape.ts';
import { lineBelow, type LineBelow } from '../lines-below.ts';
import type { CellArea } from './cell-reference.ts';
import type { SheetCell } from './cell-value.ts';
import type { XlsxRow } from './sheet-reader.ts';

/** Where a sheet of rows ends. Columns count from 0, rows from 1. */
export interface RowsEnd {
  readonly lastUsedRow: number;
  /** Pennyrow's. */
  readonly columns: readonly number[];
  /** Columns with a header in the line of Pennyrow's headers. */
  readonly headed: ReadonlySet<number>;
  /** The last row with content of each other column. */
  readonly contentEnds: ReadonlyMap<number, number>;
}

/**
 * Finds what a person keeps below the rows in any column of their table, Pennyrow's or not: it is shown each row from the
 * last one on. The table reaches from Pennyrow's columns as far as columns have a header or hold something below the rows;
 * what is beyond an empty column stands beside it, as a summary does, and only a total over its own column counts there.
 */
export class LinesBeside {
  readonly lines: LineBelow[] = [];
  readonly #end: RowsEnd;
  readonly #left: number;
  readonly #right: number;
  /** What the formula of the row above says, by column. */
  readonly #above = new Map<number, string>();

  constructor(end: RowsEnd) {
    this.#end = end;
    const isOfTable = (column: number): boolean =>
      end.headed.has(column) || (end.contentEnds.get(column) ?? 0) > end.lastUsedRow;
    this.#left = Math.min(...end.columns);
    while (isOfTable(this.#left - 1)) this.#left -= 1;
    this.#right = Math.max(...end.columns);
    while (isOfTable(this.#right + 1)) this.#right += 1;
  }

  see({ index, cells }: XlsxRow): void {
    const held = cells.filter((cell) => this.#isContent(cell, index));
    if (index > this.#end.lastUsedRow && held.length > 0) this.lines.push(lineBelow(index, held));
  }

  #isContent(cell: SheetCell, row: number): boolean {
    const isOfTable = cell.column >= this.#left && cell.column <= this.#right;
    if (!cell.isFormula) return isOfTable && isFilled(cell);
    // Empty where it stands with another cell, and was filled down from there.
    if (cell.formula == null || cell.formula === '') return false;
    const at = { row, column: cell.column };
    const shape = shapeOf(cell.formula, at);
    if (addsUpOwnColumn(shape, at)) return true;
    const key = keyOf(cell.formula, at);
    const isFilledDown = isOfOwnRow(shape) || this.#above.get(cell.column) === key;
    if (isFilledDown || row === this.#end.lastUsedRow) this.#above.set(cell.column, key);
    return isOfTable && !isFilledDown;
  }
}

/** Merged cells below the rows that would hide a value in one of Pennyrow's columns: only their first cell is seen. */
export function mergedBelow(merged: readonly CellArea[], { lastUsedRow, columns }: RowsEnd): LineBelow[] {
  return merged
    .filter(
      ({ left, right, top, bottom }) =>
        bottom > lastUsedRow && columns.some((each) => each >= left && each <= right && (each > left || bottom > top)),
    )
    .map(({ left, right, top, bottom }) => ({
      row: Math.max(top, lastUsedRow + 1),
      cells: [],
      merged: `${columnLetters(left)}${top}:${columnLetters(right)}${bottom}`,
    }));
}

/** The lines top to bottom; what two say of one row together. */
export function joinedLines(...lists: readonly (readonly LineBelow[])[]): readonly LineBelow[] {
  return [...Map.groupBy(lists.flat(), ({ row }) => row)]
    .map(([row, lines]) => {
      const cells = new Map(lines.flatMap((line) => line.cells.map((cell) => [cell.column, cell])));
      const merged = cells.size === 0 ? lines.find((line) => line.merged !== undefined)?.merged : undefined;
      return {
        row,
        cells: [...cells.values()].toSorted((a, b) => a.column - b.column),
        ...(merged !== undefined && { merged }),
      };
    })
    .toSorted((a, b) => a.row - b.row);
}
