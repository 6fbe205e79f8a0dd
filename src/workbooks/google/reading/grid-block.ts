import type { sheets_v4 } from '@googleapis/sheets';
import { memoize } from '../../../core/memoize.ts';
import type { SheetRow } from '../../cell.ts';
import { readCell, type GoogleCell } from './google-cell.ts';

type Kind = GoogleCell['kind'];

const KINDS: readonly Kind[] = ['empty', 'number', 'text', 'boolean', 'date', 'error'];
const [FORMULA, DATE] = [8, 16];

/** One column of a block, stored compactly. Its position in the sheet is known only at the end of the response. */
class BlockColumn {
  /** Kind, formula and date flags in one number; 0 for no cell. */
  #marks = new Uint8Array(1024);
  #length = 0;
  readonly #values: (string | number)[] = [];
  readonly #shown: (string | null)[] = [];
  readonly #formulas = new Map<number, string>();
  /** Saves memory: cells with the same text share one string. */
  readonly #pooled = memoize((text: string) => text, { most: 2000 });

  put(row: number, cell: GoogleCell): void {
    const isNumber = cell.kind === 'number' || cell.kind === 'date';
    // Gaps between numbers contain 0, because an array of only numbers needs the least memory.
    while (this.#length < row) this.#push(0, isNumber ? 0 : '', null);
    if (cell.formula !== null) this.#formulas.set(row, cell.formula);
    const mark = 32 + KINDS.indexOf(cell.kind) + (cell.isFormula ? FORMULA : 0) + (cell.showsDate ? DATE : 0);
    this.#push(
      mark,
      isNumber ? cell.number : this.#pooled(cell.text),
      cell.shown === cell.text ? null : this.#pooled(cell.shown),
    );
  }

  at(row: number, column: number): GoogleCell | null {
    const mark = row < this.#length ? (this.#marks[row] ?? 0) : 0;
    if (mark === 0) return null;
    const value = this.#values[row] ?? '';
    const text = String(value);
    return {
      column,
      kind: KINDS[mark & 7] ?? 'empty',
      number: typeof value === 'number' ? value : Number.NaN,
      text,
      isFormula: (mark & FORMULA) !== 0,
      showsDate: (mark & DATE) !== 0,
      shown: this.#shown[row] ?? text,
      formula: this.#formulas.get(row) ?? null,
    };
  }

  #push(mark: number, value: string | number, shown: string | null): void {
    if (this.#length === this.#marks.length)
      this.#marks = new Uint8Array(this.#marks.buffer.transfer(this.#length * 2));
    this.#marks[this.#length] = mark;
    this.#length += 1;
    this.#values.push(value);
    this.#shown.push(shown);
  }
}

/** A range of columns with all its rows. Its position is known once the response is read. */
export class GridBlock {
  readonly #columns: BlockColumn[] = [];
  #rows = 0;

  put(row: number, { values }: sheets_v4.Schema$RowData): void {
    this.#rows = row + 1;
    for (const [index, data] of (values ?? []).entries()) {
      const cell = readCell(data, index);
      if (cell !== null) (this.#columns[index] ??= new BlockColumn()).put(row, cell);
    }
  }

  get rowCount(): number {
    return this.#rows;
  }

  at(row: number, index: number, column: number): GoogleCell | null {
    return this.#columns[index]?.at(row, column) ?? null;
  }

  get width(): number {
    return this.#columns.length;
  }
}

export interface PlacedBlock {
  readonly block: GridBlock;
  readonly startRow: number;
  readonly startColumn: number;
}

/** Combines the rows of adjacent blocks. The first block wins where blocks overlap. */
export function* rowsOf(
  blocks: readonly PlacedBlock[],
  columns: ReadonlySet<number> | null = null,
): Generator<SheetRow<GoogleCell>, void, void> {
  const places = placesOf(blocks, columns);
  const first = Math.min(...blocks.map(({ startRow }) => startRow));
  const end = Math.max(0, ...blocks.map(({ startRow, block }) => startRow + block.rowCount));
  for (let row = first; row < end; row += 1) {
    const cells: GoogleCell[] = [];
    for (const { column, from } of places) {
      const cell = cellIn(from, row, column);
      if (cell !== null) cells.push(cell);
    }
    if (cells.length > 0) yield { index: row + 1, cells };
  }
}

export function cellIn(blocks: readonly PlacedBlock[], row: number, column: number): GoogleCell | null {
  for (const { block, startRow, startColumn } of blocks) {
    const cell = block.at(row - startRow, column - startColumn, column);
    if (cell !== null) return cell;
  }
  return null;
}

function placesOf(blocks: readonly PlacedBlock[], columns: ReadonlySet<number> | null) {
  const places = new Map<number, PlacedBlock[]>();
  for (const placed of blocks) {
    for (let index = 0; index < placed.block.width; index += 1) {
      const column = placed.startColumn + index;
      if (columns === null || columns.has(column)) places.set(column, [...(places.get(column) ?? []), placed]);
    }
  }
  return [...places].map(([column, from]) => ({ column, from })).sort((a, b) => a.column - b.column);
}
