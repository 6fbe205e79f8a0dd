/** What is put on paper: all rows of a list, or the first ones where `total` is more. */
export interface Printed<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** More is over 250 sheets of paper, and more than a browser lays out while a person waits. */
export const MOST_PRINTED = 10_000;
