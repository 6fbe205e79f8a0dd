import {
  FormulaSources,
  keyOf,
  addsUpOwnColumn,
  isOfOwnRow,
  shapeOf,
  type FormulaPlace,
  type FormulaShape,
} from '../../formula-shape.ts';
import type { SheetVisitor } from '../package/sheet-rewriter.ts';
import { changeAttribute, type Edit } from '../package/xml-edit.ts';
import {
  areaOf,
  firstChange,
  isDeleted,
  movedRow,
  moveRange,
  shiftsRows,
  tearsArea,
  type CellArea,
  type RowsMove,
} from './cell-reference.ts';
import {
  decodeBytes,
  findFormulas,
  formulaCellsIn,
  formulaEdit,
  unsharedFormulaEdit,
  resultEdits,
  type StoredFormula,
} from '../package/sheet-cells.ts';
import { filledFormula, ImmovableRows, mayMove, movedFormula, type SheetMove } from './moved-formulas.ts';
import { moveSheetRanges, moveTailFormulas } from './sheet-ranges.ts';

/** Cells whose stored results are kept, because Pennyrow reads them. Columns from 0, rows from 1, both ends inclusive. */
export interface ReadCells {
  readonly columns: ReadonlySet<number>;
  readonly from: number;
  readonly to: number;
}

/** Formulas that are equal in these two rows are continued in new rows. */
export interface FormulaRows {
  readonly model: number;
  readonly neighbor: number | null;
}

/** Formulas to continue in new rows, by column, as they are in `row` after the change. */
export interface ContinuedFormulas {
  readonly row: number;
  readonly formulas: ReadonlyMap<number, string>;
}

interface FormulaEdits {
  readonly moved: readonly Edit[];
  readonly results: readonly Edit[];
}

type SharableFormula = Pick<StoredFormula, 'text' | 'shared' | 'fillsArea'>;

const NO_EDITS: FormulaEdits = { moved: [], results: [] };

const FILLS_AREA = ' ref=';

const WITH_ATTRIBUTES = /<(?:[^<>:]*:)?f[^>]/;

const MAX_CACHED = 10_000;
const MAX_PENDING = 10_000;

interface SharedFormula extends FormulaPlace {
  readonly text: string;
  /** True if the shared formula must be replaced by one formula per cell, because the move changes it or its cells. */
  readonly isSplit: boolean;
}

/** Collects the references of a sheet's formulas, the rows with formulas to move, and the rows with stored results. */
export class SheetFormulas implements SheetVisitor {
  readonly firstRow = 1;
  readonly movedRows = new Set<number>();
  readonly resultRows = new Set<number>();
  /** True if formulas in the part after the rows change, for example in conditional formats. */
  changesTail = false;
  readonly #sheet: string;
  readonly #moves: readonly SheetMove[];
  /** The move of this sheet's own rows; null if they keep their numbers. */
  readonly #shift: RowsMove | null;
  readonly #readCells: ReadCells | null;
  readonly #rows: FormulaRows | null;
  readonly #texts = new Map<number, Map<number, string>>();
  /** Caches the shapes of formulas by their text relative to the cell, because filled-down formulas share a shape. */
  readonly #shapes = new Map<string, FormulaShape>();
  readonly #sharedShapes = new Map<string, FormulaShape>();
  readonly #shared = new Map<string, SharedFormula>();
  readonly #areas = new Map<string, CellArea>();
  readonly #sources = new FormulaSources();
  /** Finds the sources of formulas later, because they are needed only if the workbook has stored results. */
  readonly #pending: (() => void)[] = [];

  constructor(
    sheet: string,
    moves: readonly SheetMove[],
    readCells: ReadCells | null,
    rows: FormulaRows | null = null,
  ) {
    this.#sheet = sheet;
    this.#moves = moves;
    const move = moves.find((each) => each.sheet === sheet)?.move;
    this.#shift = move !== undefined && shiftsRows(move) ? move : null;
    this.#readCells = readCells;
    this.#rows = rows;
  }

  get sources(): FormulaSources {
    this.#readPending();
    return this.#sources;
  }

  row(text: string, row: number, prefix: string): string {
    const { moved, results } = this.editsOf(text, row, prefix);
    if (moved.length > 0) this.movedRows.add(row);
    if (results.length > 0) this.resultRows.add(row);
    return text;
  }

  tail(text: string): string {
    this.changesTail = this.movedTail(text) !== text;
    // Throws if a range prevents the move.
    if (this.#shift !== null) moveSheetRanges(text, this.#shift, this.#sheet);
    return text;
  }

  movedTail(text: string): string {
    return moveTailFormulas(text, this.#sheet, this.#moves);
  }

  newRowOf(row: number): number | null {
    if (this.#shift === null) return row;
    return isDeleted(row, this.#shift) ? null : movedRow(row, this.#shift);
  }

  /** Formulas that are equal in both rows of `FormulaRows`, apart from references relative to the row. */
  get continued(): ContinuedFormulas | null {
    if (this.#rows === null) return null;
    const { model, neighbor } = this.#rows;
    const formulas = new Map<number, string>();
    for (const [column, text] of this.#texts.get(model) ?? []) {
      const at = { row: model, column };
      const above = neighbor === null ? undefined : this.#texts.get(neighbor)?.get(column);
      const isFilledDown =
        neighbor === null
          ? isOfOwnRow(shapeOf(text, at))
          : above !== undefined && keyOf(text, at) === keyOf(above, { row: neighbor, column });
      if (isFilledDown) formulas.set(column, movedFormula(text, this.#sheet, at, this.#moves));
    }
    return { row: this.newRowOf(model) ?? model, formulas };
  }

  editsOf(text: string, row: number, prefix: string): FormulaEdits {
    const areas = [...this.#areas.values()].filter(({ top, bottom }) => top <= row && row <= bottom);
    const isGone = this.#shift !== null && isDeleted(row, this.#shift);
    if (isGone || (areas.length === 0 && !text.includes(`<${prefix}f`))) return NO_EDITS;
    if (areas.length === 0 && this.#isUnaffected(text, row, prefix)) {
      this.#readLater(() => {
        for (const { column, formula } of formulasOf(text, prefix))
          if (formula !== null) this.#shapeOf(formula, { row, column });
      });
      return NO_EDITS;
    }
    const moved: Edit[] = [];
    const results: Edit[] = [];
    for (const cell of areas.length === 0 ? formulasOf(text, prefix) : formulaCellsIn(text)) {
      const { column, formula } = cell;
      const at = { row, column };
      if (formula === null) {
        if (areas.some(({ left, right }) => left <= column && column <= right)) results.push(...resultEdits(cell));
        continue;
      }
      const { text: own, shared, fillsArea } = formula;
      this.#readLater(() => this.#shapeOf({ text: own, shared, fillsArea }, at));
      moved.push(...this.#moveEdits(formula, at));
      if (this.#isRead(formula, at)) continue;
      results.push(...resultEdits(cell));
      const area = formula.fillsArea && formula.area?.includes(':') === true ? areaOf(formula.area) : null;
      if (area === null) continue;
      areas.push(area);
      this.#areas.set(`${row} ${column}`, area);
    }
    return { moved, results };
  }

  /** True if the row has no references to move, no stored results, and no shared or array formulas. */
  #isUnaffected(text: string, row: number, prefix: string): boolean {
    const isContinued = row === this.#rows?.model || row === this.#rows?.neighbor;
    if (isContinued || text.includes(`<${prefix}v`) || WITH_ATTRIBUTES.test(text)) return false;
    const decoded = decodeBytes(text);
    return decoded !== null && !mayMove(decoded, this.#sheet, this.#moves);
  }

  #moveEdits(formula: StoredFormula, at: FormulaPlace): Edit[] {
    const shared = this.#sharedOf(formula, at);
    const text =
      shared === null ? formula.text : filledFormula(shared.text, at.row - shared.row, at.column - shared.column);
    if (text !== null && !formula.fillsArea && (at.row === this.#rows?.model || at.row === this.#rows?.neighbor))
      this.#texts.set(at.row, (this.#texts.get(at.row) ?? new Map<number, string>()).set(at.column, text));
    if (shared?.isSplit === true) return [unsharedFormulaEdit(formula, this.#moved(text ?? '#REF!', at))];
    const edits = this.#shift === null || shared !== null ? [] : this.#areaEdits(formula, this.#shift);
    if (formula.text === null) return edits;
    const moved = this.#moved(formula.text, at);
    return moved === formula.text ? edits : [...edits, formulaEdit(formula, moved)];
  }

  #moved(text: string, at: FormulaPlace): string {
    return mayMove(text, this.#sheet, this.#moves) ? movedFormula(text, this.#sheet, at, this.#moves) : text;
  }

  #sharedOf({ text, shared, area }: StoredFormula, at: FormulaPlace): SharedFormula | null {
    if (shared === null) return null;
    const stored = this.#shared.get(shared);
    if (stored !== undefined || text === null) return stored ?? null;
    const bottom = areaOf(area)?.bottom ?? at.row;
    const last = filledFormula(text, bottom - at.row);
    const mayShift = (formula: string | null) => formula === null || mayMove(formula, this.#sheet, this.#moves);
    const isSplit =
      this.#moves.some(({ move }) => shiftsRows(move)) &&
      ((this.#shift !== null && bottom >= firstChange(this.#shift)) || mayShift(text) || mayShift(last));
    const formula = { ...at, text, isSplit };
    this.#shared.set(shared, formula);
    return formula;
  }

  /** Throws ImmovableRows if rows of an array formula or a data table would be separated or deleted. */
  #areaEdits({ tag, area, fillsArea }: StoredFormula, shift: RowsMove): Edit[] {
    const filled = fillsArea ? areaOf(area) : null;
    if (filled !== null && tearsArea(shift, filled)) throw new ImmovableRows('array', this.#sheet, area ?? '');
    return ['ref', 'r1', 'r2'].flatMap((name) =>
      changeAttribute(tag, name, (cells) => {
        const moved = moveRange(cells, shift, false);
        if (moved === null) throw new ImmovableRows('other', this.#sheet, cells);
        return moved;
      }),
    );
  }

  #readLater(read: () => void): void {
    if (this.resultRows.size > 0 || this.#pending.length === MAX_PENDING) read();
    else this.#pending.push(read);
  }

  #readPending(): void {
    for (const read of this.#pending.splice(0)) read();
  }

  #shapeOf({ text, shared, fillsArea }: SharableFormula, at: FormulaPlace): FormulaShape {
    // Reads pending formulas first: one of them may store the text of this shared formula.
    if (this.#pending.length > 0) this.#readPending();
    if (text === null) return this.#sharedShapes.get(shared ?? '') ?? UNKNOWN;
    const key = keyOf(text, at);
    let shape = this.#shapes.get(key);
    if (shape === undefined) {
      // Data tables have no formula text, so their references are unknown.
      shape = fillsArea && text === '' ? UNKNOWN : shapeOf(text, at);
      this.#sources.add(shape);
      if (this.#shapes.size < MAX_CACHED) this.#shapes.set(key, shape);
    }
    if (shared !== null) this.#sharedShapes.set(shared, shape);
    return shape;
  }

  /** True if Pennyrow reads the result of the formula: the cell is in `#readCells`, and the formula is no total. */
  #isRead(formula: StoredFormula, at: FormulaPlace): boolean {
    const cells = this.#readCells;
    return (
      cells !== null &&
      cells.columns.has(at.column) &&
      at.row >= cells.from &&
      at.row <= cells.to &&
      !addsUpOwnColumn(this.#shapeOf(formula, at), at)
    );
  }
}

function formulasOf(text: string, prefix: string) {
  return (text.includes(FILLS_AREA) ? null : findFormulas(text, prefix)) ?? formulaCellsIn(text);
}

const UNKNOWN: FormulaShape = { references: [], names: [], calls: [], tables: [], isDynamic: true };
