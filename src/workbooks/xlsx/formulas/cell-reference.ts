import { columnNumber } from '../../column-letters.ts';

export const LAST_ROW = 1_048_576;

/** How the last row of transactions moved. Ranges that ended there move along. */
export interface RowsMove {
  readonly firstRow: number;
  /** At least `firstRow`, even without rows, because tables and ranges always have one. */
  readonly from: number;
  readonly to: number;
}

const RANGE = /^(\$?[A-Z]{1,3}\$?)(\d+)(:\$?[A-Z]{1,3}\$?)(\d+)$/;

/** Moves the end of a range that includes all previous rows and would otherwise end within or above the new ones. */
export function moveRange(range: string, { firstRow, from, to }: RowsMove): string {
  const match = RANGE.exec(range);
  if (match === null || Number(match[2]) > firstRow) return range;
  const bottom = Number(match[4]);
  const goesAlong = to > from ? bottom >= from && bottom < to : bottom === from;
  return goesAlong ? `${match[1]}${match[2]}${match[3]}${to}` : range;
}

export interface CellArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function columnsIn({ left, right }: CellArea): number[] {
  return Array.from({ length: right - left + 1 }, (_, index) => left + index);
}

/** Null for other text. */
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
