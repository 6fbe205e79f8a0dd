import type { BankTransaction } from './bank-transaction.ts';
import type { CalendarDate, Instant, LocalDateTime } from './calendar-date.ts';
import type { MemoryEntry } from './memory.ts';
import type { Row, RowValues } from './row.ts';
import type { Snapshot } from './snapshot.ts';
import type { CellChange } from './workbook-change.ts';

/** The complete input of the planner, which is deterministic. */
export interface PlanInput {
  readonly snapshot: Pick<Snapshot, 'rows' | 'rules'>;
  readonly memory: readonly MemoryEntry[];
  readonly connectionId: string;
  readonly transactions: readonly BankTransaction[];
  /**
   * The number of transactions of each statement, in order, because statements say nothing about the days between them. Missing for a
   * single piece.
   */
  readonly pieces?: readonly number[];
  /**
   * See `Fetched`: the accounts, and the first day, for which the feed is complete. A missing pending transaction there is really gone.
   */
  readonly completeAccountIds: readonly string[];
  readonly since: CalendarDate;
  /** See `Fetched`. */
  readonly skipsNewPending?: boolean;
  /** The sheet has separate columns for payee and notes, so new rows get a split description. */
  readonly hasSeparateNotes?: boolean;
  /**
   * The user's decisions on transactions that look like an existing row, by the id that a new row would have: the row number, or null
   * for none.
   */
  readonly answers?: ReadonlyMap<string, number | null>;
  /** Transactions that the user does not want, by the same id: remembered like deleted rows. */
  readonly declined?: ReadonlySet<string>;
  readonly now: { readonly instant: Instant; readonly local: LocalDateTime };
  /** 24 lower-case hex digits of a cryptographic hash. Passed in because core has no access to Node. */
  readonly digest: (text: string) => string;
}

export interface Plan {
  readonly appends: readonly PlannedAppend[];
  readonly updates: readonly PlannedUpdate[];
  readonly claims: readonly PlannedClaim[];
  /** Includes the claims. */
  readonly skips: readonly PlannedSkip[];
  /** Ids of pending rows that the bank stopped sending before they posted. The rows stay and are reported. */
  readonly leftFeed: readonly string[];
  /** New and changed memory entries, valid once the workbook contains the appends and updates. */
  readonly memory: readonly MemoryEntry[];
}

export interface PlannedAppend {
  readonly values: RowValues;
  readonly transaction: BankTransaction;
  /** The row number, in the Rules sheet, of the rule that set the category. */
  readonly ruleRow: number | null;
  /** Similar rows. The transaction is appended anyway and reported. */
  readonly possibleDuplicateOf: readonly number[];
  /** The subset with the same bank id, but a different day or amount. */
  readonly sameIdAs: readonly number[];
}

export interface PlannedUpdate {
  readonly row: number;
  readonly transactionId: string;
  readonly reason: 'posted' | 'changed';
  readonly transaction: BankTransaction;
  readonly cells: readonly CellChange[];
  /** Bank-owned cells that differ but were changed by the user, and stay unchanged. */
  readonly kept: readonly CellChange['column'][];
}

/** A row that the user entered for a bank transaction. Pennyrow only writes the id, and only if there is none. */
export interface PlannedClaim {
  readonly row: Row;
  readonly transactionId: string;
  readonly transaction: BankTransaction;
}

export interface PlannedSkip {
  readonly transactionId: string;
  readonly transaction: BankTransaction;
  /**
   * known: nothing changed. deleted: the user removed or declined it. elsewhere: a row of another source, or one chosen by the user,
   * shows it. already-there: a row that the user entered shows it.
   */
  readonly reason: 'known' | 'deleted' | 'elsewhere' | 'already-there';
  /** Bank-owned cells with a user's value that differs from the bank's, or that a lost memory cannot confirm. */
  readonly kept: readonly CellChange['column'][];
}
