import type { SheetRow } from '../../cell.ts';
import type { GoogleCell } from './google-cell.ts';

/** Functions whose result may fill more cells than their own, and arrays that are written out. */
const ARRAY =
  /^=\s*\{|\b(?:ARRAYFORMULA|QUERY|IMPORTRANGE|IMPORTDATA|IMPORTHTML|IMPORTXML|IMPORTFEED|GOOGLEFINANCE|FILTER|SORTN?|UNIQUE|TRANSPOSE|SPLIT|FLATTEN|SEQUENCE|TOCOL|TOROW|VSTACK|HSTACK|WRAPROWS|WRAPCOLS|CHOOSECOLS|CHOOSEROWS|BYROW|BYCOL|MAP|SCAN|MAKEARRAY|REGEXEXTRACT)\s*\(/i;

export function mayFillOthers({ formula }: Pick<GoogleCell, 'formula'>): boolean {
  return formula !== null && ARRAY.test(formula);
}

/** True if another cell's formula filled it: it has a value that was never entered. */
export function isSpilled({ isFormula, formula }: Pick<GoogleCell, 'isFormula' | 'formula'>): boolean {
  return isFormula && formula === null;
}

/**
 * Finds the columns that array formulas fill, while it is shown rows from the header on. Such a column is left alone in
 * all of its rows: a value in a cell where the formula gives nothing turns the array into #REF! just as well.
 */
export class ComputedColumnsFinder {
  readonly #headerRow: number;
  readonly #found = new Set<number>();

  constructor(headerRow: number) {
    this.#headerRow = headerRow;
  }

  see({ index, cells }: SheetRow<GoogleCell>): void {
    const below = index - this.#headerRow;
    if (below < 0) return;
    for (const cell of cells) {
      if (!cell.isFormula) continue;
      // An array whose results are blank so far is known by its formula alone.
      if (below <= 1 ? mayFillOthers(cell) || (below === 1 && isSpilled(cell)) : isSpilled(cell))
        this.#found.add(cell.column);
    }
  }

  get positions(): ReadonlySet<number> {
    return this.#found;
  }
}
