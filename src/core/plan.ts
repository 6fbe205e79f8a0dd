import type { BankTransaction } from './bank-transaction.ts';
import type { CalendarDate, Instant, LocalDateTime } from './calendar-date.ts';
import type { MemoryEntry } from './memory.ts';
import type { Row, RowValues } from './row.ts';
import type { Snapshot } from './snapshot.ts';
import type { CellChange } from './workbook-change.ts';

export interface PlanInput {
  readonly snapshot: Pick<Snapshot, 'rows' | 'rules'>;
  readonly memory: readonly MemoryEntry[];
  readonly connectionId: string;
  readonly transactions: readonly BankTransaction[];
  /** The number of transactions in each statement. The batch may lack transactions of the days between two statements. */
  readonly pieces?: readonly number[];
  /** Bank accounts whose pending transactions are all here: the bank has dropped any that is missing. */
  readonly completeAccountIds: readonly string[];
  readonly since: CalendarDate;
  readonly skipsNewPending?: boolean;
  readonly hasSeparateNotes?: boolean;
  readonly mayRename?: boolean;
  /** The user's decisions in a preview, by the id that a new row would have: the row to match, or null to add a row. */
  readonly answers?: ReadonlyMap<string, number | null>;
  readonly declined?: ReadonlySet<string>;
  /** Categories for new rows that no rule categorizes, by the id that the row will have. */
  readonly categories?: ReadonlyMap<string, string>;
  readonly now: { readonly instant: Instant; readonly local: LocalDateTime };
  readonly digest: (text: string) => string;
}

export interface Plan {
  readonly appends: readonly PlannedAppend[];
  readonly updates: readonly PlannedUpdate[];
  readonly claims: readonly PlannedClaim[];
  readonly skips: readonly PlannedSkip[];
  readonly leftFeed: readonly string[];
  readonly memory: readonly MemoryEntry[];
}

export interface PlannedAppend {
  readonly values: RowValues;
  readonly transaction: BankTransaction;
  /** The row number, in the Rules sheet, of the rule that set the category. */
  readonly ruleRow: number | null;
  readonly possibleDuplicateOf: readonly number[];
  readonly sameIdAs: readonly number[];
}

export interface PlannedUpdate {
  readonly row: number;
  readonly transactionId: string;
  readonly reason: 'posted' | 'changed';
  readonly transaction: BankTransaction;
  readonly cells: readonly CellChange[];
  readonly kept: readonly CellChange['column'][];
}

/** A row that the user entered, and its bank transaction. Pennyrow writes only the Transaction ID, if the row has none. */
export interface PlannedClaim {
  readonly row: Row;
  readonly transactionId: string;
  readonly transaction: BankTransaction;
}

export interface PlannedSkip {
  readonly transactionId: string;
  readonly transaction: BankTransaction;
  /** already-there: the user already entered a row for the transaction. */
  readonly reason: 'known' | 'deleted' | 'elsewhere' | 'already-there';
  readonly kept: readonly CellChange['column'][];
}
