import type { BankTransaction } from './bank-transaction.ts';
import type { CalendarDate, Instant, LocalDateTime } from './calendar-date.ts';
import type { MemoryEntry } from './memory.ts';
import type { Row, RowValues } from './row.ts';
import type { Snapshot } from './snapshot.ts';
import type { CellChange } from './workbook-change.ts';

/** Everything the planner may know. Same input, same plan. */
export interface PlanInput {
  readonly snapshot: Pick<Snapshot, 'rows' | 'rules'>;
  readonly memory: readonly MemoryEntry[];
  readonly connectionId: string;
  readonly transactions: readonly BankTransaction[];
  /**
   * How many of the transactions each statement brought, in their order, since none tells of the days between
   * them. Left out for what is one piece.
   */
  readonly pieces?: readonly number[];
  /** See `Fetched`: accounts whose missing pending transactions are really gone, and since which day. */
  readonly completeAccountIds: readonly string[];
  readonly since: CalendarDate;
  /** See `Fetched`. */
  readonly skipsNewPending?: boolean;
  /** The sheet has a column for the payee and one for notes: new rows get the description in its parts. */
  readonly takesApart?: boolean;
  /**
   * What a person said of transactions that look like rows, by the id that a new row would have: the row number, or null for
   * none.
   */
  readonly answers?: ReadonlyMap<string, number | null>;
  /** Transactions that a person does not want in the sheet, by the same id: remembered as if they had deleted the rows. */
  readonly declined?: ReadonlySet<string>;
  readonly now: { readonly instant: Instant; readonly local: LocalDateTime };
  /** 24 lower-case hex digits of a cryptographic hash of the text; passed in so that core stays pure. */
  readonly digest: (text: string) => string;
}

/** What a sync would do. */
export interface Plan {
  readonly appends: readonly PlannedAppend[];
  readonly updates: readonly PlannedUpdate[];
  readonly claims: readonly PlannedClaim[];
  /** Those of the claims too. */
  readonly skips: readonly PlannedSkip[];
  /** Ids of pending rows that the bank no longer sends and that never posted; shown to the user, the row stays. */
  readonly leftFeed: readonly string[];
  /** Memory as it must be once the workbook holds the appends and updates: new and changed entries only. */
  readonly memory: readonly MemoryEntry[];
}

export interface PlannedAppend {
  readonly values: RowValues;
  readonly transaction: BankTransaction;
  /** Row number in the Rules sheet of the rule that gave the category. */
  readonly ruleRow: number | null;
  /** Rows that look alike; appended all the same, and reported. */
  readonly possibleDuplicateOf: readonly number[];
  /** Those of them with the same bank id, but another day or amount. */
  readonly sameIdAs: readonly number[];
}

export interface PlannedUpdate {
  readonly row: number;
  readonly transactionId: string;
  readonly reason: 'posted' | 'changed';
  readonly transaction: BankTransaction;
  /** Never empty. */
  readonly cells: readonly CellChange[];
  /** Bank-owned cells that differ but that the user had changed: left as they are. */
  readonly kept: readonly CellChange['column'][];
}

/** A row of the person's own that shows a bank transaction: it gets its id where it has none, and nothing else. */
export interface PlannedClaim {
  /** As it is before. */
  readonly row: Row;
  /** The id that the row has from then on. */
  readonly transactionId: string;
  readonly transaction: BankTransaction;
}

export interface PlannedSkip {
  readonly transactionId: string;
  readonly transaction: BankTransaction;
  /**
   * known: nothing new. deleted: the user removed the row, or did not want it. elsewhere: the row of another source of the
   * account shows it, or the one that the user said. already-there: a row of the person's own shows it.
   */
  readonly reason: 'known' | 'deleted' | 'elsewhere' | 'already-there';
  /** Bank-owned cells that the bank changed, or that a lost memory cannot vouch for, but where the user's value stands. */
  readonly kept: readonly CellChange['column'][];
}
