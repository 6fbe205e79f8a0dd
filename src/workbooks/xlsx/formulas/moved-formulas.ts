import { problem } from '../../../messages/problem.ts';
import { PennyrowError } from '../../../platform/errors.ts';
import { columnLetters, columnNumber } from '../../column-letters.ts';
import { type FormulaPlace, referencesIn } from '../../formula-shape.ts';
import { splice, type Edit } from '../package/xml-edit.ts';
import { areaOf, firstChange, LAST_ROW, movedRow, moveRange, shiftsRows, type RowsMove } from './cell-reference.ts';

export interface SheetMove {
  /** The name of the sheet in lower case. */
  readonly sheet: string;
  readonly move: RowsMove;
}

/** An element of the workbook, such as a merged cell, prevents the insertion or deletion of whole rows. */
export class ImmovableRows extends PennyrowError {
  readonly reason: 'array' | 'merged' | 'pivot' | 'other';
  readonly sheet: string;
  readonly range: string;

  constructor(reason: ImmovableRows['reason'], sheet: string, range: string) {
    super(problem('workbook_rows_fixed', { reason, sheet, range }));
    [this.reason, this.sheet, this.range] = [reason, sheet, range];
  }
}

/** The formula after the move. Ranges over all rows grow, except running ranges such as `C$2:C31`. Throws ImmovableRows. */
export function movedFormula(formula: string, ownSheet: string, at: FormulaPlace, moves: readonly SheetMove[]): string {
  const edits: Edit[] = [];
  for (const { start, end, text, sheet } of referencesIn(formula)) {
    const found = moves.find((each) => each.sheet === (sheet ?? ownSheet));
    if (found === undefined) continue;
    const isOwn = found.sheet === ownSheet;
    const mayGrow = !isOneRow(text) && !(isOwn && isRunning(text, at.row, found.move));
    const grown = moveRange(text, found.move, mayGrow);
    const isCircular = grown !== null && isOwn && holdsCell(grown, { ...at, row: movedRow(at.row, found.move) });
    const moved = isCircular ? moveRange(text, found.move, false) : grown;
    if (moved === null) throw new ImmovableRows('other', found.sheet, text);
    if (moved !== text) edits.push({ start, end, text: moved });
  }
  return edits.length === 0 ? formula : splice(formula, edits);
}

/** The formula as copied to a cell `rows` down and `columns` right. Null if it would refer to cells outside of the sheet. */
export function filledFormula(formula: string, rows: number, columns = 0): string | null {
  const edits: Edit[] = [];
  for (const { start, end, text } of referencesIn(formula)) {
    const corners = text.split(':').map((corner) => filledCorner(corner, rows, columns));
    if (corners.includes(null)) return null;
    const filled = corners.join(':');
    if (filled !== text) edits.push({ start, end, text: filled });
  }
  return splice(formula, edits);
}

function filledCorner(corner: string, rows: number, columns: number): string | null {
  const [, columnMark = '', letters = '', rowMark = '', digits = ''] =
    /^(\$?(?=[A-Za-z]))?([A-Za-z]*)(\$?)(\d*)$/.exec(corner) ?? [];
  const column = columnNumber(letters.toUpperCase()) + (columnMark === '' ? columns : 0);
  const row = Number(digits) + (rowMark === '' ? rows : 0);
  if ((letters !== '' && column < 0) || (digits !== '' && (row < 1 || row > LAST_ROW))) return null;
  return `${columnMark}${letters === '' ? '' : columnLetters(column)}${rowMark}${digits === '' ? '' : row}`;
}

export function mayMove(formula: string, ownSheet: string, moves: readonly SheetMove[]): boolean {
  return moves.some(({ sheet, move }) => {
    const first = firstChange(move);
    const isShift = shiftsRows(move);
    if (!isShift && !formula.includes(':')) return false;
    for (const { index, 0: text } of formula.matchAll(isShift ? CELL_OR_ROW : RANGE)) {
      if (Number(/\d+$/.exec(text)?.[0]) < first) continue;
      if (isShift || (formula[index - 1] === '!' ? endsWithName(formula, index - 1, sheet) : sheet === ownSheet))
        return true;
    }
    return false;
  });
}

const CELL_OR_ROW = /\d+/g;
const RANGE = /\$?[A-Za-z]{1,3}\$?\d+:\$?[A-Za-z]{1,3}\$?\d+/g;

/** True if the sheet's name, quoted or not, is directly before `end`. */
function endsWithName(formula: string, end: number, sheet: string): boolean {
  const name = formula[end - 1] === "'" ? `${sheet.replaceAll("'", "''")}'` : sheet;
  // The slice before the reference is long enough for the name: no letter gets shorter in lower case.
  return formula
    .slice(Math.max(0, end - name.length), end)
    .toLowerCase()
    .endsWith(name);
}

/** True if the range contains the cell of the formula, which would then refer to itself. */
function holdsCell(range: string, { row, column }: FormulaPlace): boolean {
  const area = areaOf(range);
  return area !== null && area.top <= row && area.bottom >= row && area.left <= column && area.right >= column;
}

const ROWS = /(\$?)(\d+):\$?[A-Za-z]*(\$?)(\d+)$/;

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
