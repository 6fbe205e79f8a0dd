import { keyOf, addsUpOwnColumn, shapeOf, type FormulaPlace, type FormulaShape } from '../../formula-shape.ts';
import type { BlockRows } from '../package/sheet-blocks.ts';
import type { SheetVisitor } from '../package/sheet-rewriter.ts';
import { splice, type Edit } from '../package/xml-tags.ts';
import { areaOf, type CellArea } from './cell-reference.ts';
import { FormulaFinder, formulaEdit, mayHoldFormula, resultEdits, type StoredFormula } from './formula-cells.ts';
import { grownFormula, mayGrow, type SheetMove } from './grown-formulas.ts';

/** Cells that Pennyrow reads, so their stored results are kept. Columns from 0, rows from 1, both ends inclusive. */
export interface ReadCells {
  readonly columns: ReadonlySet<number>;
  readonly from: number;
  readonly to: number;
}

interface FormulaEdits {
  readonly growth: readonly Edit[];
  readonly results: readonly Edit[];
}

const NO_EDITS: FormulaEdits = { growth: [], results: [] };

const FILLS_AREA = ' ref=';

const MAX_CACHED = 10_000;

/** Collects the references of a sheet's formulas, and the rows that may have to change. */
export class SheetFormulas implements SheetVisitor {
  readonly firstRow = 1;
  readonly sources = new FormulaSources();
  readonly grownRows = new Set<number>();
  readonly resultRows = new Set<number>();
  readonly #sheet: string;
  readonly #moves: readonly SheetMove[];
  readonly #readCells: ReadCells | null;
  /** By the formula's text relative to its cell: filled-down formulas share a shape. */
  readonly #shapes = new Map<string, FormulaShape>();
  readonly #sharedShapes = new Map<string, FormulaShape>();
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
      // Data tables have no formula text.
      shape = fillsArea && text === '' ? UNKNOWN : shapeOf(text, at);
      this.sources.add(shape);
      if (this.#shapes.size < MAX_CACHED) this.#shapes.set(key, shape);
    }
    if (shared !== null) this.#sharedShapes.set(shared, shape);
    return shape;
  }

  /** Totals are not read, whatever their column. */
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

const UNKNOWN: FormulaShape = { references: [], names: [], calls: [], tables: [], isDynamic: true };

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

/** The sheets, names, functions and tables that formulas refer to, in lower case. */
export class FormulaSources {
  readonly sheets = new Set<string>();
  readonly names = new Set<string>();
  /** Defined names can be functions too (`LAMBDA`). */
  readonly calls = new Set<string>();
  readonly tables = new Set<string>();
  isDynamic = false;

  add({ references, names, calls, tables, isDynamic }: FormulaShape): void {
    for (const { sheet } of references) if (sheet !== null) this.sheets.add(sheet);
    for (const name of names) this.names.add(name);
    for (const call of calls) this.calls.add(call);
    for (const { name, isOwnRow } of tables) if (name !== '' || !isOwnRow) this.tables.add(name);
    if (isDynamic) this.isDynamic = true;
  }
}

interface WorkbookFormulas {
  readonly sheets: ReadonlyMap<string, FormulaSources>;
  readonly names: ReadonlyMap<string, FormulaSources>;
  readonly tables: ReadonlyMap<string, string>;
}

/** Includes sheets that refer to a changed one indirectly. Sheets with unknown references count as stale. */
export function findStaleSheets(changedSheets: Iterable<string>, formulas: WorkbookFormulas): ReadonlySet<string> {
  const stale = new Set(changedSheets);
  for (let size = 0; size !== stale.size;) {
    size = stale.size;
    for (const [sheet, sources] of formulas.sheets) if (refersToStale(sources, stale, formulas)) stale.add(sheet);
  }
  return stale;
}

function refersToStale(
  { sheets, names, calls, tables, isDynamic }: FormulaSources,
  stale: ReadonlySet<string>,
  formulas: WorkbookFormulas,
  depth = 0,
): boolean {
  const isStaleName = (name: string): boolean => {
    const sources = formulas.names.get(name);
    return sources === undefined || depth > MAX_DEPTH || refersToStale(sources, stale, formulas, depth + 1);
  };
  return (
    isDynamic ||
    [...sheets].some((sheet) => stale.has(sheet)) ||
    [...names].some(isStaleName) ||
    [...calls].some((call) => formulas.names.has(call) && isStaleName(call)) ||
    [...tables].some((table) => {
      const sheet = formulas.tables.get(table);
      return sheet === undefined || stale.has(sheet);
    })
  );
}

const MAX_DEPTH = 20;
