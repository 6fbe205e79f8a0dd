export interface Printed<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** In rows; over 250 sheets of paper. Browsers are too slow to lay out more. */
export const MAX_PRINTED = 10_000;
