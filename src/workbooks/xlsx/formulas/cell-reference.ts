import { countBelow } from '../../../core/count-below.ts';
import { columnNumber } from '../../column-letters.ts';

export const LAST_ROW = 1_048_576;

/** How a write changes the rows of a sheet. Row numbers count from 1. */
export interface RowsMove {
  readonly firstRow: number;
  /** The last row before the change; `firstRow` if there are no rows, because an empty table has one blank row. */
  readonly from: number;
  /** The row number of the last row after the change. */
  readonly to: number;
  /** Whole rows inserted before the row `at`. */
  readonly inserted?: { readonly at: number; readonly count: number } | undefined;
  /** Whole rows deleted, ascending. Never together with `inserted`. */
  readonly deleted?: readonly number[] | undefined;
}

/** True if existing rows get other numbers, so that references to them must change. */
export function shiftsRows({ inserted, deleted = [] }: RowsMove): boolean {
  return inserted !== undefined || deleted.length > 0;
}

/** The first row that is affected: references to rows above it stay the same. */
export function firstChange({ from, to, inserted, deleted = [] }: RowsMove): number {
  return Math.min(from, to, inserted?.at ?? Infinity, deleted[0] ?? Infinity);
}

/** The new number of a row; for a deleted row, the number of the next row. */
export function movedRow(row: number, { inserted, deleted = [] }: RowsMove): number {
  if (inserted !== undefined) return row < inserted.at ? row : Math.min(row + inserted.count, LAST_ROW);
  return row === LAST_ROW ? row : row - countBefore(row, deleted);
}

function countBefore(row: number, ascending: readonly number[]): number {
  return countBelow(ascending.length, (index) => (ascending[index] as number) < row);
}

export function isDeleted(row: number, { deleted = [] }: RowsMove): boolean {
  return deleted[countBefore(row, deleted)] === row;
}

/** The new row numbers of a range; null if all its rows were deleted. If `grows`, a range over all rows is extended. */
function movedRows(top: number, bottom: number, move: RowsMove, grows: boolean): readonly [number, number] | null {
  const { firstRow, from, to, inserted, deleted = [] } = move;
  const newTop = movedRow(top, move);
  const newBottom = isDeleted(bottom, move) ? movedRow(bottom, move) - 1 : movedRow(bottom, move);
  if (newBottom < newTop && bottom >= top) return null;
  if (!grows || top > firstRow || bottom < from || deleted.length > 0) return [newTop, newBottom];
  if (to > from) return [top, Math.max(newBottom, to)];
  return inserted === undefined && bottom === from ? [top, to] : [newTop, newBottom];
}

const RANGE = /^(\$?(?:[A-Za-z]{1,3}\$?)?)(\d+)(?:(:\$?(?:[A-Za-z]{1,3}\$?)?)(\d+))?$/;

/** Moves a reference as spreadsheet programs do. `grows`: a range over all rows includes new rows. Null if all its rows were deleted. */
export function moveRange(range: string, move: RowsMove, grows = true): string | null {
  const match = RANGE.exec(range);
  if (match === null) return range;
  const [, left = '', top = '', right, bottom = top] = match;
  const moved = movedRows(Number(top), Number(bottom), move, grows && right !== undefined);
  if (moved === null) return null;
  return right === undefined ? `${left}${moved[0]}` : `${left}${moved[0]}${right}${moved[1]}`;
}

/** True if rows are inserted inside of the area, or some of its rows are deleted. */
export function tearsArea(
  { inserted, deleted = [] }: RowsMove,
  { top, bottom }: Pick<CellArea, 'top' | 'bottom'>,
): boolean {
  return (
    (inserted !== undefined && top < inserted.at && inserted.at <= bottom) ||
    deleted.some((row) => row >= top && row <= bottom)
  );
}

export interface CellArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function columnsIn({ left, right }: Pick<CellArea, 'left' | 'right'>): number[] {
  return Array.from({ length: Math.max(0, right - left + 1) }, (_, index) => left + index);
}

export function areaOf(text: string | null): CellArea | null {
  const [, left = '', top, right, bottom] = /^\$?([A-Z]+)\$?(\d+)(?::\$?([A-Z]+)\$?(\d+))?$/.exec(text ?? '') ?? [];
  if (left === '') return null;
  return {
    left: columnNumber(left),
    top: Number(top),
    right: columnNumber(right ?? left),
    bottom: Number(bottom ?? top),
  };
}
