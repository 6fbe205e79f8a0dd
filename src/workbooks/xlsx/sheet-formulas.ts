import { keyOf } from '../formula-key.ts';
import { joined, shapeOf, type FormulaPlace, type FormulaShape } from '../formula-shape.ts';
import { areaOf } from './cell-reference.ts';
import { FormulaFinder, mayHoldFormula, type StoredFormula } from './formula-cells.ts';
import { grownFormula, mayGrow, type SheetMove } from './grown-formulas.ts';
import type { SheetVisitor } from './sheet-rewriter.ts';
import type { StaleCells } from './stale-cells.ts';

/** Cells of one column, in rows `from` to `to`, whose formulas refer to the same things as seen from each of them. */
interface FormulaGroup {
  readonly column: number;
  readonly shape: FormulaShape;
  from: number;
  to: number;
}

/** A formula as the change leaves it. */
interface FormulaLook {
  /** Its text. */
  readonly grown: string;
  /** The references now and before the change: a range that became shorter no longer covers removed rows. */
  readonly shape: FormulaShape;
}

/** The references of a sheet's formulas, in little memory: formulas that were filled down are one group. */
export class SheetFormulas implements SheetVisitor {
  readonly firstRow = 1;
  /** In lower case. */
  readonly sheet: string;
  /** Cells whose formula grows with the rows. */
  readonly grown: FormulaPlace[] = [];
  readonly shared = new Map<string, FormulaShape>();
  readonly #moves: readonly SheetMove[];
  /** By the text of a formula, as it is the same all along a column. */
  readonly #known = new Map<string, FormulaGroup>();
  readonly #groups = new Map<string, FormulaGroup>();
  /** By the cell, those that took a whole look: the edit asks for the same again. */
  readonly #looks = new Map<string, { readonly text: string; readonly look: FormulaLook }>();
  #holdsResults = false;
  #fillsAreas = false;
  /** Those that only say what is stale: nothing is made of them where no result is stored. Null once something was. */
  #waiting: { readonly formula: StoredFormula; readonly at: FormulaPlace }[] | null = [];
  #finder: FormulaFinder | null = null;

  constructor(sheet: string, moves: readonly SheetMove[]) {
    this.sheet = sheet;
    this.#moves = moves;
  }

  get isEmpty(): boolean {
    return this.#groups.size === 0 && (this.#waiting?.length ?? 0) === 0;
  }

  /** True if any result is stored: in a new workbook none is, until a program that calculates has saved it. */
  get holdsResults(): boolean {
    return this.#holdsResults;
  }

  /** Works out what the formulas refer to; to be called for each sheet, before staleness spreads, where any holds results. */
  understand(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const { formula, at } of waiting) this.#see(formula, at);
  }

  /** Marks the cells that depend on stale ones; says whether there were any that were not known. `isLong`: precision has cost enough. */
  spread(stale: StaleCells, isLong: boolean): boolean {
    let isNews = false;
    for (const { shape, column, from, to } of this.#groups.values()) {
      const row = stale.firstRow(shape, this.sheet, column, from, to);
      if (row !== null && stale.add(this.sheet, isLong ? from : row, column)) isNews = true;
    }
    return isNews;
  }

  /** True if formulas in a column grow or have stale results: most do not, and need no second look. */
  columnsToChange(stale: StaleCells): ReadonlySet<number> {
    const columns = [...this.#groups.values()].filter(
      ({ shape, column, from, to }) => stale.firstRow(shape, this.sheet, column, from, to) !== null,
    );
    return new Set([...columns, ...this.grown].map(({ column }) => column));
  }

  /** The first row with a formula that grows or whose result is stale; null for none. */
  firstChange(stale: StaleCells): number | null {
    if (!this.#holdsResults && this.grown.length === 0) return null;
    let first = Infinity;
    for (const { shape, column, from, to } of this.#groups.values())
      first = Math.min(first, stale.firstRow(shape, this.sheet, column, from, to) ?? Infinity);
    for (const { row } of this.grown) first = Math.min(first, row);
    return first === Infinity ? null : first;
  }

  /** True if any formula in these rows grows or has a stale result. Of an array's it is enough that its first row comes before them. */
  changesWithin(stale: StaleCells, { from, to }: { readonly from: number; readonly to: number }): boolean {
    if (this.#fillsAreas) return to >= (this.firstChange(stale) ?? Infinity);
    if (this.grown.some(({ row }) => row >= from && row <= to)) return true;
    return [...this.#groups.values()].some((group) => {
      const [first, last] = [Math.max(from, group.from), Math.min(to, group.to)];
      return first <= last && stale.firstRow(group.shape, this.sheet, group.column, first, last) !== null;
    });
  }

  /** `text`: of the formula of that cell, as it stands. */
  look({ text, fillsArea }: { readonly text: string; readonly fillsArea: boolean }, at: FormulaPlace): FormulaLook {
    const known = fillsArea ? undefined : this.#groupOf(text, at);
    if (known !== undefined) return { grown: text, shape: known.shape };
    const before = this.#looks.get(`${at.row} ${at.column}`);
    return before?.text === text ? before.look : this.#lookClosely(text, fillsArea, at);
  }

  /** Of formulas of the column that say the same, where they cannot grow. */
  #groupOf(text: string, at: FormulaPlace): FormulaGroup | undefined {
    return mayGrow(text, this.sheet, this.#moves) ? undefined : this.#known.get(keyOf(text, at));
  }

  #lookClosely(text: string, fillsArea: boolean, at: FormulaPlace): FormulaLook {
    const grown = mayGrow(text, this.sheet, this.#moves) ? grownFormula(text, this.sheet, at, this.#moves) : text;
    const look = { grown, shape: fillsArea && text === '' ? UNKNOWN : this.#shapeOf(text, grown, at) };
    if (this.#looks.size < MAX_KNOWN) this.#looks.set(`${at.row} ${at.column}`, { text, look });
    return look;
  }

  #shapeOf(text: string, grown: string, at: FormulaPlace): FormulaShape {
    const shape = shapeOf(grown, at);
    return grown === text ? shape : joined(shapeOf(text, at), shape);
  }

  row(text: string, row: number, prefix: string): string {
    if (!mayHoldFormula(text, prefix)) return text;
    const finder = (this.#finder ??= new FormulaFinder(prefix));
    for (const { column, formula, result } of finder.formulas(text) ?? finder.cells(text)) {
      if (formula === null) continue;
      if (formula.fillsArea) this.#fillsAreas = true;
      if (result !== null || fillsOthers(formula)) this.#holdsResults = true;
      if (this.#waiting === null || mayGrow(formula.text ?? '', this.sheet, this.#moves))
        this.#see(formula, { row, column });
      else this.#waiting.push({ formula, at: { row, column } });
    }
    if ((this.#waiting?.length ?? 0) > MOST_WAITING) this.understand();
    return text;
  }

  #see(formula: StoredFormula, at: FormulaPlace): void {
    if (formula.text === null) {
      const shape = this.shared.get(formula.shared ?? '') ?? UNKNOWN;
      this.#add(shape, at.column, at.row, at.row);
      return;
    }
    const isAlone = formula.shared === null && !formula.fillsArea;
    const known = isAlone ? this.#groupOf(formula.text, at) : undefined;
    if (known !== undefined) {
      [known.from, known.to] = [Math.min(known.from, at.row), Math.max(known.to, at.row)];
      return;
    }
    const { grown, shape } = this.#lookClosely(formula.text, formula.fillsArea, at);
    if (grown !== formula.text) this.grown.push(at);
    if (formula.shared !== null) this.#share(formula.shared, shape);
    const area = formula.fillsArea ? areaOf(formula.area) : null;
    const group = this.#add(shape, at.column, at.row, at.row);
    if (isAlone && grown === formula.text && this.#known.size < MAX_KNOWN)
      this.#known.set(keyOf(formula.text, at), group);
    if (area === null) return;
    for (let column = area.left; column <= area.right; column += 1) this.#add(shape, column, area.top, area.bottom);
  }

  /** The same number may stand for another formula further down. */
  #share(number: string, shape: FormulaShape): void {
    const other = this.shared.get(number);
    this.shared.set(number, other === undefined ? shape : joined(other, shape));
  }

  #add(shape: FormulaShape, column: number, from: number, to: number): FormulaGroup {
    const key = `${column} ${JSON.stringify(shape)}`;
    const group = this.#groups.get(key) ?? { column, shape, from, to };
    this.#groups.set(key, group);
    [group.from, group.to] = [Math.min(group.from, from), Math.max(group.to, to)];
    return group;
  }
}

/** True if other cells may hold results of it. */
function fillsOthers({ fillsArea, area }: StoredFormula): boolean {
  return fillsArea && (area === null || area.includes(':'));
}

/** A few megabytes of text. */
const MOST_WAITING = 20_000;

/** Texts whose group is remembered. */
const MAX_KNOWN = 10_000;

/** References that cannot be determined. */
export const UNKNOWN: FormulaShape = { references: [], names: [], calls: [], tables: [], isDynamic: true };
