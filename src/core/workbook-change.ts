import type { BalanceRow, BalanceRowValues, BalancesChange } from './balance-sheet.ts';
import { type BankOwnedColumn, type Column, type Row, type RowValues, typeOf } from './row.ts';
import type { SheetColumn } from './sheet-columns.ts';
import type { Layout, Revision, Rule, RememberedColumn, SheetProblem } from './snapshot.ts';

export interface WorkbookChange {
  /** Written with the change as a marker: later snapshots have it in `markers` if and only if this change was written. */
  readonly runId: string;
  readonly revision: Revision;
  readonly appends: readonly RowValues[];
  readonly updates: readonly CellUpdate[];
  readonly removals: readonly RowRemoval[];
  readonly rules?: readonly RuleValues[];
  /** Edits of existing lines of the Rules sheet. If one of these lines has changed since, nothing of this change is written. */
  readonly ruleEdits?: readonly RuleEdit[];
  readonly balances?: BalancesChange;
  /** A change that adds columns changes no rows of transactions. */
  readonly additions?: Additions;
  /** Added columns for an undo to remove: clears a header only if it is unchanged and its column is empty. */
  readonly withdrawals?: readonly AddedColumn[];
}

export type RuleValues = Omit<Rule, 'index'>;

/** `from` is null if the line was empty. `to` is null to delete the rule, which leaves an empty line. Writes only changed cells. */
export interface RuleEdit {
  readonly row: number;
  readonly from: RuleValues | null;
  readonly to: RuleValues | null;
}

/** Skipped unless the row still has this id and the cell still has `from`. If it would add an id, the whole change is rejected instead. */
export interface CellUpdate {
  readonly row: number;
  readonly transactionId: string;
  /** The expected content of a row without a transaction id. The update is skipped if any cell of the row has changed. */
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

/** A row for an undo to remove if all known cells still have `values`. Formats that cannot safely remove lines clear the cells. */
export interface RowRemoval {
  readonly row: number;
  readonly values: RowValues;
}

export interface Applied {
  /** The revision after the write; never the previous one, even if a service reports the new one late. */
  readonly revision: Revision;
  readonly fingerprint?: string;
  readonly layout: Layout;
  readonly appendedRows: readonly number[];
  /** The appended rows as the next read will return them. If null, they are unknown, and the optional fields below are missing. */
  readonly appended: readonly Row[] | null;
  readonly updated?: readonly Row[];
  readonly appendedBalances?: readonly BalanceRow[];
  readonly rulesSheet?: RulesSheet;
  /** Updates and removals that were skipped because the user had changed the cell or row. */
  readonly refused: readonly Refused[];
  readonly refusedBalances?: readonly BalanceRowValues[];
}

export interface RulesSheet {
  readonly rules: readonly Rule[];
  readonly problems: readonly SheetProblem[];
}

export interface Refused {
  readonly row: number;
  /** The transaction id of the row, or the id that the update would have added. */
  readonly transactionId: string;
  /** Null if the whole row was refused. */
  readonly column: Column | null;
  readonly found: string;
}

export interface Additions {
  readonly columns: readonly AddedColumn[];
  readonly sheets: readonly AddedSheet[];
}

export interface AddedColumn {
  readonly column: Column;
  /** The position, counted from 0. */
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

/** True for technical columns, which users rarely need to see. */
export function mayBeHidden(column: Column): boolean {
  return typeOf(column) === 'code' || typeOf(column) === 'added';
}

/** `sheets`: the added sheets with their new ids. */
export function layoutWith(
  { lacking: _lacking, ...layout }: Layout,
  { additions, withdrawals = [] }: Pick<WorkbookChange, 'additions' | 'withdrawals'>,
  sheets: readonly (Pick<AddedSheet, 'role' | 'name'> & { readonly id: string | null })[],
): Layout {
  if (additions === undefined && withdrawals.length === 0) return layout;
  const columns: Partial<Record<SheetColumn, RememberedColumn>> = { ...layout.columns };
  for (const { column, position, header } of additions?.columns ?? [])
    columns[column] = { position, header, sample: [] };
  // A column in use stays in the sheet but is removed from the layout here; the next read finds it by its header.
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
