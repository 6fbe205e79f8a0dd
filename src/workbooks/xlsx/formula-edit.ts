import { addsUpOwnColumn, type FormulaPlace, type FormulaShape } from '../formula-shape.ts';
import {
  editRow,
  FormulaFinder,
  formulaEdit,
  mayHoldFormula,
  resultEdits,
  type StoredFormula,
} from './formula-cells.ts';
import { areaOf, type CellArea } from './cell-reference.ts';
import { UNKNOWN, type SheetFormulas } from './sheet-formulas.ts';
import type { BlockRows } from './sheet-blocks.ts';
import type { SheetVisitor } from './sheet-rewriter.ts';
import type { StaleCells } from './stale-cells.ts';
import type { Edit } from './xml-tags.ts';

/** In a row with such a formula, cells to its right may hold results of it. */
const FILLS_AREA = ' ref=';

/** Cells that Pennyrow reads itself, and whose stored results it therefore needs: columns from 0, rows from 1, both ends included. */
export interface ReadCells {
  readonly columns: ReadonlySet<number>;
  readonly from: number;
  readonly to: number;
}

export interface FormulaEditPlan {
  readonly formulas: SheetFormulas;
  readonly stale: StaleCells;
  readonly read: ReadCells | null;
  readonly firstRow: number;
}

/**
 * Lets the formulas of a sheet grow with the rows that they are about, and takes away stored results that may no longer be
 * right, so that whichever program opens the file works them out.
 */
export class FormulaEdit implements SheetVisitor {
  readonly firstRow: number;
  readonly #plan: FormulaEditPlan;
  readonly #columns: ReadonlySet<number>;
  /** Areas whose cells hold results of one formula that were taken away. */
  #areas: CellArea[] = [];
  #finder: FormulaFinder | null = null;
  readonly #changed = new Set<number>();

  constructor(plan: FormulaEditPlan) {
    this.#plan = plan;
    this.#columns = plan.formulas.columnsToChange(plan.stale);
    this.firstRow = plan.firstRow;
  }

  touches(rows: BlockRows): boolean {
    return this.#plan.formulas.changesWithin(this.#plan.stale, rows);
  }

  wants(row: number): boolean {
    return row >= this.firstRow;
  }

  row(text: string, row: number, prefix: string): string {
    this.#areas = this.#areas.filter(({ bottom }) => row <= bottom);
    if (this.#areas.length === 0 && !mayHoldFormula(text, prefix)) return text;
    const finder = (this.#finder ??= new FormulaFinder(prefix));
    const edits: Edit[] = [];
    const found = this.#areas.length === 0 && !text.includes(FILLS_AREA) ? finder.formulas(text) : null;
    for (const cell of found ?? finder.cells(text)) {
      const at = { row, column: cell.column };
      if (cell.formula !== null) {
        if (!this.#columns.has(cell.column)) continue;
        const { grown, isStale } = this.#look(cell.formula, at);
        if (grown !== null) edits.push(formulaEdit(cell.formula, grown));
        if (!isStale) continue;
        const area = cell.formula.fillsArea ? areaOf(cell.formula.area) : null;
        if (area !== null) this.#areas.push(area);
      } else if (!this.#areas.some(({ left, right, top }) => top <= row && left <= at.column && right >= at.column))
        continue;
      edits.push(...resultEdits(cell));
    }
    if (edits.length > 0) this.#changed.add(row);
    return editRow(text, edits);
  }

  /** True if anything was changed in a row. */
  wrote(row: number): boolean {
    return this.#changed.has(row);
  }

  #look(formula: StoredFormula, at: FormulaPlace): { readonly grown: string | null; readonly isStale: boolean } {
    const { formulas, stale } = this.#plan;
    const { text, fillsArea } = formula;
    const look = text === null ? null : formulas.look({ text, fillsArea }, at);
    const shape = look?.shape ?? formulas.shared.get(formula.shared ?? '') ?? UNKNOWN;
    const isGrown = look !== null && look.grown !== text;
    const isStale = (isGrown || stale.affects(shape, formulas.sheet, at)) && !this.#isRead(shape, at);
    return { grown: isGrown ? look.grown : null, isStale };
  }

  /** A total is not read, wherever it stands. */
  #isRead(shape: FormulaShape, at: FormulaPlace): boolean {
    const { read } = this.#plan;
    return (
      read !== null &&
      read.columns.has(at.column) &&
      at.row >= read.from &&
      at.row <= read.to &&
      !addsUpOwnColumn(shape, at)
    );
  }
}
