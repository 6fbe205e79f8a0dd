import { areaOf, moveRange, type RowsMove } from './cell-reference.ts';
import { type FormulaPlace, rangesIn } from '../../formula-shape.ts';
import { splice, type Edit } from '../package/xml-tags.ts';

export interface SheetMove {
  readonly sheet: string;
  readonly move: RowsMove;
}

/** Ranges that included all rows of a list grow with it. Running ranges, such as `C$2:C31`, and partial ones stay. */
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

/** True if the sheet's name, quoted or not, is directly before `end`. */
function endsWithName(formula: string, end: number, sheet: string): boolean {
  const name = formula[end - 1] === "'" ? `${sheet.replaceAll("'", "''")}'` : sheet;
  // Lower-casing never shortens a letter.
  return formula
    .slice(Math.max(0, end - name.length), end)
    .toLowerCase()
    .endsWith(name);
}

/** Prevents circular references. */
function holdsCell(range: string, { row, column }: FormulaPlace): boolean {
  const area = areaOf(range);
  return area !== null && area.top <= row && area.bottom >= row && area.left <= column && area.right >= column;
}

const ROWS = /(\$?)(\d+):\$?[A-Za-z]+(\$?)(\d+)$/;

function isOneRow(range: string): boolean {
  const [, , top, , bottom] = ROWS.exec(range) ?? [];
  return top === bottom;
}

function isRunning(range: string, row: number, { firstRow }: RowsMove): boolean {
  const [, topMark, top, bottomMark, bottom] = ROWS.exec(range) ?? [];
  if (row < firstRow || topMark === bottomMark) return false;
  const distance = row - Number(bottomMark === '' ? bottom : top);
  return distance === 0 || distance === 1;
}
