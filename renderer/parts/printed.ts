export interface Printed<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Over 250 sheets of paper; browsers lay out more too slowly. */
export const MAX_PRINTED = 10_000;
