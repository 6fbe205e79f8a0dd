import type { LocatedSheet } from '../reading/located-spreadsheet.ts';

/** How a write renumbers the rows of a sheet: it inserts rows or deletes some, never both. Rows count from 1. */
export class RowShift {
  readonly #at: number;
  readonly #count: number;
  readonly #deleted: readonly number[];

  /** `deleted` is ascending. */
  constructor(located: LocatedSheet, count: number, deleted: readonly number[]) {
    this.#at = firstNewRow(located);
    this.#count = count;
    this.#deleted = deleted;
  }

  /** The number after the write; of a deleted row, that of the next row. */
  after(row: number): number {
    if (this.#count > 0) return row < this.#at ? row : row + this.#count;
    return row - this.#deleted.filter((each) => each < row).length;
  }

  /** The number before the write; null for a new row. */
  before(row: number): number | null {
    if (this.#count > 0) return row < this.#at ? row : row < this.#at + this.#count ? null : row - this.#count;
    return this.#deleted.reduce((earlier, deleted) => (deleted <= earlier ? earlier + 1 : earlier), row);
  }
}

export function firstNewRow({ topRow, lastUsedRow }: Pick<LocatedSheet, 'topRow' | 'lastUsedRow'>): number {
  return topRow ?? lastUsedRow + 1;
}
