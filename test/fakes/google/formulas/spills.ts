import { isFormula, type Row, type SheetState } from '../sheets/model.ts';
import type { Item, Shape } from './arrays.ts';

interface Place {
  readonly row: number;
  readonly column: number;
}

/** An array formula of a sheet with the cells that it fills. Ends are exclusive. */
interface Spill extends Place {
  readonly width: number;
  readonly bottom: number;
  readonly right: number;
  /** The first non-empty cell in the range, which keeps the array from filling any cell; null if there is none. */
  readonly obstacle: Place | null;
}

export interface Arrays {
  /** Null if the formula is invalid. */
  shapeAt(row: number, column: number): Shape | null;
  /** The values, row by row. */
  itemsAt(row: number, column: number): readonly Item[];
}

/** The cells of a sheet that array formulas fill. They are computed and not stored: a filled cell is empty in the model. */
export class Spills {
  readonly #sheet: SheetState;
  readonly #arrays: Arrays;
  readonly #items = new Map<Spill, readonly Item[]>();
  #spills: readonly Spill[] | null = null;

  constructor(sheet: SheetState, arrays: Arrays) {
    this.#sheet = sheet;
    this.#arrays = arrays;
  }

  /** The value that another cell's formula puts here; null for none. */
  at(row: number, column: number): Item {
    const spill = this.#all().find(
      (each) =>
        each.obstacle === null &&
        each.row <= row &&
        row < each.bottom &&
        each.column <= column &&
        column < each.right &&
        (each.row !== row || each.column !== column),
    );
    if (spill === undefined) return null;
    return this.#itemsOf(spill)[(row - spill.row) * spill.width + column - spill.column] ?? null;
  }

  /** The cell that prevents the array of this formula from being filled in. */
  obstacleOf(row: number, column: number): Place | null {
    return this.#all().find((each) => each.row === row && each.column === column)?.obstacle ?? null;
  }

  /** The first row below and the first column right of all filled cells. */
  get end(): Place {
    const filled = this.#all().filter(({ obstacle }) => obstacle === null);
    return {
      row: Math.max(0, ...filled.map(({ bottom }) => bottom)),
      column: Math.max(0, ...filled.map(({ right }) => right)),
    };
  }

  #all(): readonly Spill[] {
    if (this.#spills !== null) return this.#spills;
    // A formula that is read while the shapes are being computed finds no filled cells.
    this.#spills = [];
    const anchors = this.#sheet.rows.flatMap((line, row) => arrayColumns(line).map((column) => ({ row, column })));
    this.#spills = anchors.flatMap((anchor) => this.#spill(anchor) ?? []);
    return this.#spills;
  }

  #spill({ row, column }: Place): Spill | null {
    const shape = this.#arrays.shapeAt(row, column);
    if (shape === null || shape.height * shape.width <= 1) return null;
    const bottom = Math.min(row + shape.height, this.#sheet.rows.length);
    const right = Math.min(column + shape.width, this.#sheet.columns.length);
    const obstacle = this.#obstacle({ row, column }, bottom, right);
    return { row, column, width: shape.width, bottom, right, obstacle };
  }

  /** Empty during the computation: an array that reads its own cells finds them empty. */
  #itemsOf(spill: Spill): readonly Item[] {
    const cached = this.#items.get(spill);
    if (cached !== undefined) return cached;
    this.#items.set(spill, []);
    const items = this.#arrays.itemsAt(spill.row, spill.column);
    this.#items.set(spill, items);
    return items;
  }

  #obstacle(anchor: Place, bottom: number, right: number): Place | null {
    for (let row = anchor.row; row < bottom; row += 1) {
      const cells = this.#sheet.rows[row]?.cells ?? [];
      for (let column = anchor.column; column < Math.min(right, cells.length); column += 1)
        if ((row !== anchor.row || column !== anchor.column) && (cells[column]?.value ?? null) !== null)
          return { row, column };
    }
    return null;
  }
}

/** Cached per row, because rows are immutable and a change replaces only a few of them. */
const arrayColumnsOf = new WeakMap<Row, readonly number[]>();
const NONE: readonly number[] = [];

/** The columns whose formulas may fill more than their own cell. */
function arrayColumns(line: Row): readonly number[] {
  const cached = arrayColumnsOf.get(line);
  if (cached !== undefined) return cached;
  const found = line.cells.flatMap((cell, column) =>
    cell !== undefined && isFormula(cell.value) && isArray(cell.value.formula) ? [column] : [],
  );
  const columns = found.length === 0 ? NONE : found;
  arrayColumnsOf.set(line, columns);
  return columns;
}

export function isArray(formula: string): boolean {
  return /^=\s*(?:ARRAYFORMULA\s*\(|\{)/i.test(formula);
}
