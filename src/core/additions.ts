import { typeOf, type Column } from './row.ts';
import type { SheetColumn } from './sheet-columns.ts';
import type { Layout, RememberedColumn, Rule } from './snapshot.ts';

/** What a workbook lacks and gets on request: new columns beside the transactions, and new sheets behind the others. */
export interface Additions {
  readonly columns: readonly AddedColumn[];
  readonly sheets: readonly AddedSheet[];
}

/** A header in a column that held nothing. */
export interface AddedColumn {
  readonly column: Column;
  /** From 0. */
  readonly position: number;
  readonly header: string;
  readonly isHidden: boolean;
}

export type ListRole = 'categories' | 'rules';

export const LIST_ROLES: readonly ListRole[] = ['categories', 'rules'];

/** A sheet that is made, with its first lines. */
export type AddedSheet = { readonly name: string } & (
  | { readonly role: 'categories'; readonly lines: readonly string[] }
  | { readonly role: 'rules'; readonly lines: readonly Omit<Rule, 'index'>[] }
);

/** The technical ones, which a person need not see. */
export function mayBeHidden(column: Column): boolean {
  return typeOf(column) === 'code' || typeOf(column) === 'added';
}

interface AddedTo {
  readonly additions?: Additions;
  readonly withdrawals?: readonly AddedColumn[];
}

/** The layout once a change was written; `sheets`: those that were added, with the ids that they got. */
export function layoutWith(
  { lacking: _lacking, ...layout }: Layout,
  { additions, withdrawals = [] }: AddedTo,
  sheets: readonly (Pick<AddedSheet, 'role' | 'name'> & { readonly id: string | null })[],
): Layout {
  if (additions === undefined && withdrawals.length === 0) return layout;
  const columns: Partial<Record<SheetColumn, RememberedColumn>> = { ...layout.columns };
  for (const { column, position, header } of additions?.columns ?? [])
    columns[column] = { position, header, sample: [] };
  // One that stays after all, for it holds something, is known again by its header.
  for (const { column } of withdrawals) delete columns[column];
  return {
    ...layout,
    columns,
    sheets: {
      ...layout.sheets,
      ...Object.fromEntries(sheets.map(({ role, name, id }) => [role, { name, id }])),
    },
    ...(layout.unused !== undefined && {
      unused: layout.unused.filter((column) => columns[column] === undefined),
    }),
  };
}
