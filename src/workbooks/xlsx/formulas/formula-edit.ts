import type { BlockRows } from '../package/sheet-blocks.ts';
import type { SheetVisitor } from '../package/sheet-rewriter.ts';
import { splice } from '../package/xml-edit.ts';
import type { SheetFormulas } from './sheet-formulas.ts';

/** Writes formulas whose references moved. If `isStale`, also removes stored results, so that programs recalculate them. */
export class FormulaEdit implements SheetVisitor {
  readonly firstRow: number;
  readonly #formulas: SheetFormulas;
  readonly #isStale: boolean;
  readonly #rows: ReadonlySet<number>;
  readonly #changedRows = new Set<number>();

  constructor(formulas: SheetFormulas, isStale: boolean) {
    this.#formulas = formulas;
    this.#isStale = isStale;
    this.#rows = isStale ? new Set([...formulas.movedRows, ...formulas.resultRows]) : formulas.movedRows;
    this.firstRow = [...this.#rows].reduce((first, row) => Math.min(first, row), Infinity);
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0 && !this.#formulas.changesTail;
  }

  touches({ from, to }: BlockRows): boolean {
    for (const row of this.#rows) if (row >= from && row <= to) return true;
    return false;
  }

  wants(row: number): boolean {
    return this.#rows.has(row);
  }

  row(text: string, row: number, prefix: string): string {
    const { moved, results } = this.#formulas.editsOf(text, row, prefix);
    this.#changedRows.add(this.#formulas.newRowOf(row) ?? 0);
    return splice(text, this.#isStale ? [...moved, ...results] : moved);
  }

  tail(text: string): string {
    return this.#formulas.changesTail ? this.#formulas.movedTail(text) : text;
  }

  /** True if this edit rewrote the row; `row` is its number after the change. */
  wrote(row: number): boolean {
    return this.#changedRows.has(row);
  }
}
