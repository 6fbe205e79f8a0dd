import { isFormula, type Row, type SheetState } from '../sheets/model.ts';
import type { Item } from './arrays.ts';

/** The values of an array, row by row. */
export interface Matrix {
  readonly items: readonly Item[];
  readonly width: number;
}

interface Place {
  readonly row: number;
  readonly column: number;
}

/** One array formula of a sheet with the cells that it fills. Ends are exclusive. */
interface Spill extends Place {
  readonly matrix: Matrix;
  readonly bottom: number;
  readonly right: number;
  /** The first cell in the way; then the array fills nothing. */
  readonly obstacle: Place | null;
}

/** Which cells of a sheet array formulas fill. Nothing of it is stored: a filled cell has no value of its own. */
export class Spills {
  readonly #sheet: SheetState;
  readonly #matrixAt: (row: number, column: number) => Matrix | null;
  readonly #anchors: readonly Place[];
  readonly #known = new Map<Place, Spill | 'working' | null>();

  /** `matrixAt`: what the formula in a cell comes to; null for an error. */
  constructor(sheet: SheetState, matrixAt: (row: number, column: number) => Matrix | null) {
    this.#sheet = sheet;
    this.#matrixAt = matrixAt;
    this.#anchors = sheet.rows.flatMap((line, row) => arrayColumns(line).map((column) => ({ row, column })));
  }

  /** The value that another cell's formula puts here; null for none. */
  at(row: number, column: number): Item {
    for (const anchor of this.#anchors) {
      if (anchor.row > row || anchor.column > column) continue;
      const spill = this.#spill(anchor);
      if (spill === null || spill.obstacle !== null || row >= spill.bottom || column >= spill.right) continue;
      return spill.matrix.items[(row - spill.row) * spill.matrix.width + column - spill.column] ?? null;
    }
    return null;
  }

  /** What keeps the array of this formula from being filled in. */
  obstacleOf(row: number, column: number): Place | null {
    const anchor = this.#anchors.find((each) => each.row === row && each.column === column);
    return (anchor === undefined ? null : this.#spill(anchor))?.obstacle ?? null;
  }

  /** The first row and column after all that is filled. */
  get end(): Place {
    const filled = this.#anchors.map((anchor) => this.#spill(anchor)).filter((spill) => spill?.obstacle === null);
    return {
      row: Math.max(0, ...filled.map((spill) => spill?.bottom ?? 0)),
      column: Math.max(0, ...filled.map((spill) => spill?.right ?? 0)),
    };
  }

  /** Null while it is being worked out, too: an array that reads its own cells finds them empty. */
  #spill(anchor: Place): Spill | null {
    const known = this.#known.get(anchor);
    if (known !== undefined) return known === 'working' ? null : known;
    this.#known.set(anchor, 'working');
    const matrix = this.#matrixAt(anchor.row, anchor.column);
    const spill = matrix === null || matrix.items.length <= 1 ? null : this.#placed(anchor, matrix);
    this.#known.set(anchor, spill);
    return spill;
  }

  #placed({ row, column }: Place, matrix: Matrix): Spill {
    const bottom = Math.min(row + Math.ceil(matrix.items.length / matrix.width), this.#sheet.rows.length);
    const right = Math.min(column + matrix.width, this.#sheet.columns.length);
    return { row, column, matrix, bottom, right, obstacle: this.#obstacle({ row, column }, bottom, right) };
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

/** Rows are immutable, and most of a sheet stays the same from one change to the next. */
const arrayColumnsOf = new WeakMap<Row, readonly number[]>();
const NONE: readonly number[] = [];

/** Where the row has formulas that may fill more than their own cell. */
function arrayColumns(line: Row): readonly number[] {
  const known = arrayColumnsOf.get(line);
  if (known !== undefined) return known;
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
