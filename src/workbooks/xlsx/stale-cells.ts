import type { FormulaPlace, FormulaShape, Place, Reference } from '../formula-shape.ts';

/** Cells whose values may no longer be right: of each column of a sheet all from some row on. */
export class StaleCells {
  /** By sheet in lower case: the row for columns that have none of their own, and that of each other column. */
  readonly #sheets = new Map<string, { all: number; readonly columns: Map<number, number> }>();
  readonly #names: ReadonlyMap<string, FormulaShape>;
  readonly #tables: ReadonlyMap<string, NamedTable>;

  constructor(names: ReadonlyMap<string, FormulaShape>, tables: ReadonlyMap<string, NamedTable>) {
    this.#names = names;
    this.#tables = tables;
  }

  /** From `row` on; without a column, in all columns. Says whether that is news. */
  add(sheet: string, row: number, column: number | null = null): boolean {
    const found = this.#sheets.get(sheet) ?? { all: Infinity, columns: new Map<number, number>() };
    this.#sheets.set(sheet, found);
    const before = column === null ? found.all : Math.min(found.all, found.columns.get(column) ?? Infinity);
    if (row >= before) return false;
    if (column === null) found.all = row;
    else found.columns.set(column, row);
    return true;
  }

  has(sheet: string): boolean {
    return this.#sheets.has(sheet);
  }

  /** The first of the rows `from` to `to` in which a formula of this shape refers to such cells; null for none. */
  firstRow(shape: FormulaShape, sheet: string, column: number, from: number, to: number): number | null {
    if (shape.isDynamic) return from;
    const rows = [
      ...shape.references.map((reference) => this.#firstOf(reference, sheet, column, from)),
      ...shape.names.map((name) => this.#firstOfName(name, sheet, from)),
      ...this.#ownFunctions(shape).map((name) => this.#firstOfName(name, sheet, from)),
      ...shape.tables.map((table) => this.#firstOfTable(table, sheet, from)),
    ];
    const first = Math.min(...rows);
    return first <= to ? first : null;
  }

  affects(shape: FormulaShape, sheet: string, { row, column }: FormulaPlace): boolean {
    return this.firstRow(shape, sheet, column, row, row) !== null;
  }

  #firstOf({ sheet, left, right, top, bottom }: Reference, ownSheet: string, column: number, from: number): number {
    const [one, other] = [resolved(left, column), resolved(right, column)];
    const stale = this.#from(sheet ?? ownSheet, Math.min(one, other), Math.max(one, other));
    // Filled down, a range may come to stand on its head.
    return Math.min(firstReaching(top, stale, from), firstReaching(bottom, stale, from));
  }

  /** Names among what it calls; the others are the spreadsheet's own functions. */
  #ownFunctions({ calls }: FormulaShape): readonly string[] {
    return calls.filter((call) => this.#names.has(call));
  }

  #firstOfName(name: string, ownSheet: string, from: number, depth = 0): number {
    const shape = this.#names.get(name);
    // A name that is nowhere defined, or that is relative to the cell it stands in.
    if (shape === undefined || shape.isDynamic || depth > MAX_DEPTH || !shape.references.every(isFixed)) return from;
    return Math.min(
      ...shape.references.map((reference) => this.#firstOf(reference, ownSheet, 0, from)),
      ...shape.names.map((other) => this.#firstOfName(other, ownSheet, from, depth + 1)),
      ...this.#ownFunctions(shape).map((other) => this.#firstOfName(other, ownSheet, from, depth + 1)),
      ...shape.tables.map((table) => this.#firstOfTable(table, ownSheet, from)),
      Infinity,
    );
  }

  #firstOfTable({ name, isOwnRow }: FormulaShape['tables'][number], ownSheet: string, from: number): number {
    const table = this.#tables.get(name);
    if (table === undefined) return isOwnRow ? Math.max(from, this.#from(ownSheet, 0, Infinity)) : from;
    const stale = this.#from(table.sheet, table.left, table.right);
    if (isOwnRow) return Math.max(from, stale);
    return stale === Infinity ? Infinity : from;
  }

  #from(sheet: string, left: number, right: number): number {
    const found = this.#sheets.get(sheet);
    if (found === undefined) return Infinity;
    let row = found.all;
    for (const [column, first] of found.columns) if (column >= left && column <= right) row = Math.min(row, first);
    return row;
  }
}

/** A table (in the spreadsheet's sense): its sheet in lower case, its columns from 0. */
export interface NamedTable {
  readonly sheet: string;
  readonly left: number;
  readonly right: number;
}

/** Names that name each other in a circle. */
const MAX_DEPTH = 20;

/** The first row from which on a corner that stands so lies in row `stale` or below. */
function firstReaching({ isFixed, value }: Place, stale: number, from: number): number {
  if (isFixed) return value >= stale ? from : Infinity;
  return Math.max(from, stale - value);
}

function resolved({ isFixed: isAbsolute, value }: Place, own: number): number {
  return isAbsolute ? value : own + value;
}

function isFixed({ left, right, top, bottom }: Reference): boolean {
  return [left, right, top, bottom].every((place) => place.isFixed);
}
