import type { AddedColumn, Additions } from './additions.ts';
import type { BalanceRow, BalanceRowValues } from './balance-sheet.ts';
import type { BankOwnedColumn, Column, Row, RowValues } from './row.ts';
import type { Layout, Revision, Rule } from './snapshot.ts';

/** One atomic write to a workbook. */
export interface WorkbookChange {
  /** The marker: a later snapshot's `markers` hold it if and only if this change was written. */
  readonly runId: string;
  /** The revision that the change was planned on. */
  readonly revision: Revision;
  /** Put below the last row in use, in this order. */
  readonly appends: readonly RowValues[];
  readonly updates: readonly CellUpdate[];
  readonly removals: readonly RowRemoval[];
  /** Put below the last line in use of the Rules sheet, in this order; nothing else of that sheet is touched. */
  readonly rules?: readonly RuleValues[];
  /** Lines of the Rules sheet that are there: every one of them is as it was planned on, or nothing at all is written. */
  readonly ruleEdits?: readonly RuleEdit[];
  readonly balances?: BalancesChange;
  /** With new columns, nothing else is done to the rows of the transactions. */
  readonly additions?: Additions;
  /**
   * Added columns that are taken back (undo): the header is emptied where it is as it was written and nothing stands in
   * the column. Nothing else is done to the rows of the transactions.
   */
  readonly withdrawals?: readonly AddedColumn[];
}

/** What is done to the Balances sheet, by the same write. What stands in its way alone is a `BalancesRefused`. */
export interface BalancesChange {
  /** The name of a sheet that is made for them, behind the others; without it they go to the one that the layout knows. */
  readonly newSheet?: string;
  /** Put below the last row in use, in this order. */
  readonly appends: readonly BalanceRowValues[];
  /** Rows that Pennyrow appended (undo): each is taken away only if every known cell still holds its values. */
  readonly removals: readonly BalanceRemoval[];
}

export interface BalanceRemoval {
  readonly row: number;
  readonly values: BalanceRowValues;
}

/** A line of the Rules sheet that is not there yet. */
export type RuleValues = Omit<Rule, 'index'>;

/**
 * What becomes of a line of the Rules sheet, null for a line without a rule. Of its cells those are written that differ,
 * and nothing beside them; an emptied line stays in its place.
 */
export interface RuleEdit {
  /** Row number in the Rules sheet, from 1. */
  readonly row: number;
  readonly from: RuleValues | null;
  readonly to: RuleValues | null;
}

/**
 * Written only if the row still carries this transaction id and the cell still holds `from`. Where a row is to get its id,
 * nothing at all is written otherwise (`workbook_changed`): the transaction that it shows would be lost.
 */
export interface CellUpdate {
  readonly row: number;
  readonly transactionId: string;
  /** The row as it was planned on, where it carries no transaction id: all its other cells must be the same. */
  readonly typed?: Row;
  readonly cell: CellChange;
}

/** A cell that is written after its row was: the bank's, the category that a rule gives, or the id of a person's own row. */
export type CellChange = {
  [Key in BankOwnedColumn | 'category' | 'transactionId']: {
    readonly column: Key;
    readonly from: RowValues[Key];
    readonly to: RowValues[Key];
  };
}[BankOwnedColumn | 'category' | 'transactionId'];

/**
 * Takes a row away that Pennyrow appended (undo), only if every known cell still holds `values`.
 * A format that cannot remove lines safely empties those cells instead.
 */
export interface RowRemoval {
  readonly row: number;
  readonly values: RowValues;
}

/** What became of a change. */
export interface Applied {
  /** The state after the write; never the one that the change was planned on, even where a service is slow to notice. */
  readonly revision: Revision;
  /** The same of its fingerprint: see `Snapshot`. */
  readonly fingerprint?: string;
  /** What to read it with next: it knows the columns by the new rows too. */
  readonly layout: Layout;
  /** Row numbers of the appends, in their order. */
  readonly appendedRows: readonly number[];
  /**
   * The appends as a read would now give them, so that a large workbook need not be read again for a few
   * new rows. Null when there were other changes than updates of cells, or when only a read can tell.
   */
  readonly appended: readonly Row[] | null;
  /** The rows of the updates, likewise; missing where there were none, and whenever `appended` is null. */
  readonly updated?: readonly Row[];
  /** The same of the balances; missing where there were none, and whenever `appended` is null. */
  readonly appendedBalances?: readonly BalanceRow[];
  /** Updates and removals that were left out because the user had changed the cell or the row. */
  readonly refused: readonly Refused[];
  /** Rows of balances that were to be taken away and had been changed. */
  readonly refusedBalances?: readonly BalanceRowValues[];
}

export interface Refused {
  readonly row: number;
  /** Of a row that was to get its id: that id. */
  readonly transactionId: string;
  /** Null when the whole row was refused. */
  readonly column: Column | null;
  /** What is there now, as shown. */
  readonly found: string;
}
