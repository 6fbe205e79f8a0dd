import type { AdditionsWanted, MissingView } from '../../../../src/contract/control/workbook.ts';

/** What a person has ticked; null for what is ticked unasked. */
export interface Ticked {
  readonly columns: readonly string[] | null;
  readonly sheets: readonly string[] | null;
  readonly isHidden: boolean;
}

export const UNASKED: Ticked = { columns: null, sheets: null, isHidden: false };

/** Unasked, what Pennyrow needs is added, and the lists: columns that are of use alone are a person's choice. */
export function wantedOf({ columns, sheets }: MissingView, ticked: Ticked): AdditionsWanted {
  return {
    columns: columns
      .filter(
        ({ column, isRequired }) => ticked.columns?.includes(column) ?? (isRequired && column === 'transactionId'),
      )
      .map(({ column }) => column),
    sheets: sheets.filter(({ role }) => ticked.sheets?.includes(role) ?? true).map(({ role }) => role),
    hidden: ticked.isHidden,
  };
}

/** Null where nothing is to be added. */
export function additionsOf(missing: MissingView | undefined, ticked: Ticked): AdditionsWanted | null {
  const wanted = missing === undefined ? null : wantedOf(missing, ticked);
  return wanted === null || wanted.columns.length + wanted.sheets.length === 0 ? null : wanted;
}
