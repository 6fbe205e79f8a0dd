import type { LocatedSheet } from '../reading/located-spreadsheet.ts';

/** How a write renumbers the rows of a sheet, from 1: it inserts `count` rows or deletes the rows `deleted` (ascending), never both. */
export function createRowShift(located: LocatedSheet, count: number, deleted: readonly number[]) {
  const at = firstNewRow(located);
  return {
    /** The number after the write; for a deleted row, the number of the next row. */
    after: (row: number): number => {
      if (count > 0) return row < at ? row : row + count;
      return row - deleted.filter((each) => each < row).length;
    },
    /** The number before the write; null for a new row. */
    before: (row: number): number | null => {
      if (count > 0) return row < at ? row : row < at + count ? null : row - count;
      return deleted.reduce((earlier, each) => (each <= earlier ? earlier + 1 : earlier), row);
    },
  };
}

export function firstNewRow({ topRow, lastUsedRow }: Pick<LocatedSheet, 'topRow' | 'lastUsedRow'>): number {
  return topRow ?? lastUsedRow + 1;
}
