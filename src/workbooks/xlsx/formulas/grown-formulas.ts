import { areaOf, moveRange, type RowsMove } from './cell-reference.ts';
import type { FormulaPlace } from '../../formula-shape.ts';
import { rangesIn } from '../../formula-tokens.ts';
import { splice, type Edit } from '../package/xml-tags.ts';

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
    if (found.sheet === ownSheet && holdsCell(moved, at)) continue;
    if (moved !== text) edits.push({ start, end, text: moved });
  }
  return edits.length === 0 ? formula : splice(formula, edits);
}

/**
 * True if any range in it, of a sheet whose last row moved, ends where one would have to grow: quick, for most are of other
 * sheets or end elsewhere. What it says of a formula that does not grow may be wrong.
 */
export function mayGrow(formula: string, ownSheet: string, moves: readonly SheetMove[]): boolean {
  if (!formula.includes(':')) return false;
  for (const { index, groups } of formula.matchAll(
    /(?<top>\$?[A-Za-z]{1,3}\$?\d+):\$?[A-Za-z]{1,3}\$?(?<bottom>\d+)/g,
  )) {
    const bottom = Number(groups?.['bottom']);
    for (const { sheet, move } of moves) {
      const { from, to } = move;
      const isAtEnd = (bottom >= from && bottom < to) || bottom === from;
      if (isAtEnd && (formula[index - 1] === '!' ? endsWithName(formula, index - 1, sheet) : sheet === ownSheet))
        return true;
    }
  }
  return false;
}

/** True if the sheet is named right before `end`, with the marks of a name that needs them or without. */
function endsWithName(formula: string, end: number, sheet: string): boolean {
  const name = formula[end - 1] === "'" ? `${sheet.replaceAll("'", "''")}'` : sheet;
  // No letter becomes shorter in lower case.
  return formula
    .slice(Math.max(0, end - name.length), end)
    .toLowerCase()
    .endsWith(name);
}

/** A formula that refers to its own cell is circular, and shows no result any more. */
function holdsCell(range: string, { row, column }: FormulaPlace): boolean {
  const area = areaOf(range);
  return area !== null && area.top <= row && area.bottom >= row && area.left <= column && area.right >= column;
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
