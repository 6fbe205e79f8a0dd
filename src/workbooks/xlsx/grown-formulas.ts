import { moveRange, type RowsMove } from './cell-reference.ts';
import { rangesIn, type FormulaPlace } from '../formula-shape.ts';
import { splice, type Edit } from './xml-tags.ts';

/** How the last row of a sheet's lines moved. */
export interface SheetMove {
  /** The sheet's name in lower case. */
  readonly sheet: string;
  readonly move: RowsMove;
}

/**
 * A formula whose ranges held all rows of a list goes along with its last row, as tables and names do: a sum of all
 * transactions would else be short by those that were added, and nobody would be told. Ranges that hold a part of the
 * rows stay, and so do those that grow from line to line, such as the `C$2:C31` of a running balance.
 */
export function grownFormula(formula: string, ownSheet: string, at: FormulaPlace, moves: readonly SheetMove[]): string {
  const edits: Edit[] = [];
  for (const { start, end, text, sheet } of rangesIn(formula)) {
    const found = moves.find((each) => each.sheet === (sheet ?? ownSheet));
    if (found === undefined || isOneRow(text) || (found.sheet === ownSheet && isRunning(text, at.row, found.move)))
      continue;
    const moved = moveRange(text, found.move);
    if (moved !== text) edits.push({ start, end, text: moved });
  }
  return edits.length === 0 ? formula : splice(formula, edits);
}

/** Whether any range in it ends where one would have to grow: quick, for most end elsewhere. */
export function mayGrow(formula: string, moves: readonly SheetMove[]): boolean {
  if (!formula.includes(':')) return false;
  for (const [, digits] of formula.matchAll(/:\$?[A-Za-z]{1,3}\$?(\d+)/g)) {
    const bottom = Number(digits);
    if (moves.some(({ move: { from, to } }) => (bottom >= from && bottom < to) || bottom === from)) return true;
  }
  return false;
}

const ROWS = /(\$?)(\d+):\$?[A-Za-z]+(\$?)(\d+)$/;

function isOneRow(range: string): boolean {
  const [, , top, , bottom] = ROWS.exec(range) ?? [];
  return top === bottom;
}

/** One end stays and the other is the formula's own line, or the one above it. */
function isRunning(range: string, row: number, { firstRow }: RowsMove): boolean {
  const [, topMark, top, bottomMark, bottom] = ROWS.exec(range) ?? [];
  if (row < firstRow || topMark === bottomMark) return false;
  const distance = row - Number(bottomMark === '' ? bottom : top);
  return distance === 0 || distance === 1;
}
