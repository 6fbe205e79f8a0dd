import type { BalanceRow, BalanceRowValues } from './balance-sheet.ts';
import { type BankOwnedColumn, type Column, type Row, type RowValues, typeOf } from './row.ts';
import type { SheetColumn } from './sheet-columns.ts';
import type { Layout, Revision, Rule, RememberedColumn } from './snapshot.ts';

export interface WorkbookChange {
  readonly runId: string;
  readonly revision: Revision;
  readonly appends: readonly RowValues[];
  readonly updates: readonly CellUpdate[];
  readonly removals: readonly RowRemoval[];
  readonly rules?: readonly RuleValues[];
  readonly ruleEdits?: readonly RuleEdit[];
  readonly balances?: BalancesChange;
  readonly additions?: Additions;
  /** Added columns to remove (undo). Clears the header if it is unchanged and the column is empty. */
  readonly withdrawals?: readonly AddedColumn[];
}

export interface BalancesChange {
  readonly newSheet?: string;
  readonly appends: readonly BalanceRowValues[];
  readonly removals: readonly BalanceRemoval[];
}

export interface BalanceRemoval {
  readonly row: number;
  readonly values: BalanceRowValues;
}

export type RuleValues = Omit<Rule, 'index'>;

/** Null is a line without a rule. Only cells that differ are written, and an emptied line keeps its place. */
export interface RuleEdit {
  /** The row number in the Rules sheet, from 1. */
  readonly row: number;
  readonly from: RuleValues | null;
  readonly to: RuleValues | null;
}

/** Written only if the row still has this id and the cell `from`. If a new id fails, nothing at all is written. */
export interface CellUpdate {
  readonly row: number;
  readonly transactionId: string;
  /** For a row without a transaction id: its expected content, of which all other cells must be unchanged. */
  readonly typed?: Row;
  readonly cell: CellChange;
}

/** A bank-owned cell, a category from a rule, or the id of a row that the user entered. */
export type CellChange = {
  [Key in BankOwnedColumn | 'category' | 'transactionId']: {
    readonly column: Key;
    readonly from: RowValues[Key];
    readonly to: RowValues[Key];
  };
}[BankOwnedColumn | 'category' | 'transactionId'];

/** Only if all known cells still contain `values` (undo). Formats that cannot remove lines safely clear the cells. */
export interface RowRemoval {
  readonly row: number;
  readonly values: RowValues;
}

export interface Applied {
  /** The revision after the write; never the previous one, even if a service reports it late. */
  readonly revision: Revision;
  readonly fingerprint?: string;
  readonly layout: Layout;
  readonly appendedRows: readonly number[];
  /** As a read would return them, so that a large workbook need not be read again. Null if only a read can tell. */
  readonly appended: readonly Row[] | null;
  readonly updated?: readonly Row[];
  /** The appended balances, likewise; missing if there were none or `appended` is null. */
  readonly appendedBalances?: readonly BalanceRow[];
  readonly refused: readonly Refused[];
  readonly refusedBalances?: readonly BalanceRowValues[];
}

export interface Refused {
  readonly row: number;
  readonly transactionId: string;
  readonly column: Column | null;
  readonly found: string;
}

export interface Additions {
  readonly columns: readonly AddedColumn[];
  readonly sheets: readonly AddedSheet[];
}

export interface AddedColumn {
  readonly column: Column;
  readonly position: number;
  readonly header: string;
  readonly isHidden: boolean;
}

export type ListRole = 'categories' | 'rules';

export const LIST_ROLES: readonly ListRole[] = ['categories', 'rules'];

export type AddedSheet = { readonly name: string } & (
  | { readonly role: 'categories'; readonly lines: readonly string[] }
  | { readonly role: 'rules'; readonly lines: readonly Omit<Rule, 'index'>[] }
);

export function mayBeHidden(column: Column): boolean {
  return typeOf(column) === 'code' || typeOf(column) === 'added';
}

interface LayoutChange {
  readonly additions?: Additions;
  readonly withdrawals?: readonly AddedColumn[];
}

export function layoutWith(
  { lacking: _lacking, ...layout }: Layout,
  { additions, withdrawals = [] }: LayoutChange,
  sheets: readonly (Pick<AddedSheet, 'role' | 'name'> & { readonly id: string | null })[],
): Layout {
  if (additions === undefined && withdrawals.length === 0) return layout;
  const columns: Partial<Record<SheetColumn, RememberedColumn>> = { ...layout.columns };
  for (const { column, position, header } of additions?.columns ?? [])
    columns[column] = { position, header, sample: [] };
  // A column that was not removed because it is in use is found again by its header.
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
