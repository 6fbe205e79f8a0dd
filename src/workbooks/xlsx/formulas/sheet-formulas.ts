import { keyOf } from '../../formula-key.ts';
import { addsUpOwnColumn, shapeOf, type FormulaPlace, type FormulaShape } from '../../formula-shape.ts';
import type { BlockRows } from '../package/sheet-blocks.ts';
import type { SheetVisitor } from '../package/sheet-rewriter.ts';
import { splice, type Edit } from '../package/xml-tags.ts';
import { areaOf, type CellArea } from './cell-reference.ts';
import { FormulaFinder, formulaEdit, mayHoldFormula, resultEdits, type StoredFormula } from './formula-cells.ts';
import { grownFormula, mayGrow, type SheetMove } from './grown-formulas.ts';
import { FormulaSources } from './stale-sheets.ts';

/** Cells that Pennyrow reads, and whose stored results it therefore keeps: columns from 0, rows from 1, both ends included. */
export interface ReadCells {
  readonly columns: ReadonlySet<number>;
  readonly from: number;
  readonly to: number;
}

/** Edits of one row. */
interface FormulaEdits {
  /** Formulas that grow with the rows. */
  readonly growth: readonly Edit[];
  /** Stored results, to be removed if the sheet is stale. */
  readonly results: readonly Edit[];
}

const NO_EDITS: FormulaEdits = { growth: [], results: [] };

/** In a row with such a formula, cells to its right may hold results of it. */
const FILLS_AREA = ' ref=';

/** Formulas whose references are cached. */
const MAX_CACHED = 10_000;

/** Collects from a sheet what its formulas refer to, and the rows in which something may have to change. */
export class SheetFormulas implements SheetVisitor {
  readonly firstRow = 1;
  readonly sources = new FormulaSources();
  readonly grownRows = new Set<number>();
  readonly resultRows = new Set<number>();
  /** In lower case. */
  readonly #sheet: string;
  readonly #moves: readonly SheetMove[];
  readonly #readCells: ReadCells | null;
  /** By the formula's text relative to its cell: filled-down formulas share a shape. */
  readonly #shapes = new Map<string, FormulaShape>();
  readonly #sharedShapes = new Map<string, FormulaShape>();
  /** Areas that hold results of one formula, by the cell of that formula. */
  readonly #areas = new Map<string, CellArea>();
  #finder: FormulaFinder | null = null;

  constructor(sheet: string, moves: readonly SheetMove[], readCells: ReadCells | null) {
    this.#sheet = sheet;
    this.#moves = moves;
    this.#readCells = readCells;
  }

  row(text: string, row: number, prefix: string): string {
    const { growth, results } = this.editsOf(text, row, prefix);
    if (growth.length > 0) this.grownRows.add(row);
    if (results.length > 0) this.resultRows.add(row);
    return text;
  }

  editsOf(text: string, row: number, prefix: string): FormulaEdits {
    const areas = [...this.#areas.values()].filter(({ top, bottom }) => top <= row && row <= bottom);
    if (areas.length === 0 && !mayHoldFormula(text, prefix)) return NO_EDITS;
    const finder = (this.#finder ??= new FormulaFinder(prefix));
    const growth: Edit[] = [];
    const results: Edit[] = [];
    const cells = areas.length === 0 && !text.includes(FILLS_AREA) ? finder.formulas(text) : null;
    for (const cell of cells ?? finder.cells(text)) {
      const { column, formula } = cell;
      const at = { row, column };
      if (formula === null) {
        if (areas.some(({ left, right }) => left <= column && column <= right)) results.push(...resultEdits(cell));
        continue;
      }
      const shape = this.#shapeOf(formula, at);
      const grown = this.#grow(formula.text, at);
      if (grown !== formula.text && grown !== null) growth.push(formulaEdit(formula, grown));
      if (this.#isRead(shape, at)) continue;
      results.push(...resultEdits(cell));
      const area = formula.fillsArea && formula.area?.includes(':') === true ? areaOf(formula.area) : null;
      if (area === null) continue;
      areas.push(area);
      this.#areas.set(`${row} ${column}`, area);
    }
    return { growth, results };
  }

  #grow(text: string | null, at: FormulaPlace): string | null {
    return text !== null && mayGrow(text, this.#sheet, this.#moves)
      ? grownFormula(text, this.#sheet, at, this.#moves)
      : text;
  }

  #shapeOf({ text, shared, fillsArea }: StoredFormula, at: FormulaPlace): FormulaShape {
    if (text === null) return this.#sharedShapes.get(shared ?? '') ?? UNKNOWN;
    const key = keyOf(text, at);
    let shape = this.#shapes.get(key);
    if (shape === undefined) {
      // A what-if table has no formula text.
      shape = fillsArea && text === '' ? UNKNOWN : shapeOf(text, at);
      this.sources.add(shape);
      if (this.#shapes.size < MAX_CACHED) this.#shapes.set(key, shape);
    }
    if (shared !== null) this.#sharedShapes.set(shared, shape);
    return shape;
  }

  /** Pennyrow does not read totals, whatever column they are in. */
  #isRead(shape: FormulaShape, at: FormulaPlace): boolean {
    const cells = this.#readCells;
    return (
      cells !== null &&
      cells.columns.has(at.column) &&
      at.row >= cells.from &&
      at.row <= cells.to &&
      !addsUpOwnColumn(shape, at)
    );
  }
}

/** References that cannot be determined. */
const UNKNOWN: FormulaShape = { references: [], names: [], calls: [], tables: [], isDynamic: true };

/** Extends the formulas that grow with the rows and, on a stale sheet, removes stored results. */
export class FormulaEdit implements SheetVisitor {
  readonly firstRow: number;
  readonly #formulas: SheetFormulas;
  readonly #isStale: boolean;
  readonly #rows: ReadonlySet<number>;
  readonly #changedRows = new Set<number>();

  constructor(formulas: SheetFormulas, isStale: boolean) {
    this.#formulas = formulas;
    this.#isStale = isStale;
    this.#rows = isStale ? new Set([...formulas.grownRows, ...formulas.resultRows]) : formulas.grownRows;
    let firstRow = Infinity;
    for (const row of this.#rows) firstRow = Math.min(firstRow, row);
    this.firstRow = firstRow;
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0;
  }

  touches({ from, to }: BlockRows): boolean {
    for (const row of this.#rows) if (row >= from && row <= to) return true;
    return false;
  }

  wants(row: number): boolean {
    return this.#rows.has(row);
  }

  row(text: string, row: number, prefix: string): string {
    const { growth, results } = this.#formulas.editsOf(text, row, prefix);
    this.#changedRows.add(row);
    return splice(text, this.#isStale ? [...growth, ...results] : growth);
  }

  wrote(row: number): boolean {
    return this.#changedRows.has(row);
  }
}
