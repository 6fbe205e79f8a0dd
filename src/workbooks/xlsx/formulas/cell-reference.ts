import { columnNumber } from '../../column-letters.ts';

/** Sheets end here, in every version of the format since 2007. */
export const LAST_ROW = 1_048_576;

/** How the last row of transactions moved: what ended there goes along. */
export interface RowsMove {
  /** Of transactions, right below the header. */
  readonly firstRow: number;
  /** At least `firstRow`, also when there is none: tables and ranges always have a row. */
  readonly from: number;
  readonly to: number;
}

const RANGE = /^(\$?[A-Z]{1,3}\$?)(\d+)(:\$?[A-Z]{1,3}\$?)(\d+)$/;

/**
 * A range such as "A2:H51" goes along when it holds every row that there was, and would otherwise end amid
 * the new ones or below the last one. Any other range is about something else and stays.
 */
export function moveRange(range: string, { firstRow, from, to }: RowsMove): string {
  const match = RANGE.exec(range);
  if (match === null || Number(match[2]) > firstRow) return range;
  const bottom = Number(match[4]);
  const goesAlong = to > from ? bottom >= from && bottom < to : bottom === from;
  return goesAlong ? `${match[1]}${match[2]}${match[3]}${to}` : range;
}

/** Columns from 0, rows from 1; all included. */
export interface CellArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Those that an area reaches over. */
export function columnsIn({ left, right }: CellArea): number[] {
  return Array.from({ length: right - left + 1 }, (_, index) => left + index);
}

/** Null for a text that is none, such as "A2:A9". */
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
