import type { Instant } from './calendar-date.ts';
import type { RowValues } from './row.ts';

/** What sync has written so far for one bank transaction. */
export interface MemoryEntry {
  /** The value of the row's Transaction ID cell; unique within the account. */
  readonly transactionId: string;
  readonly connectionId: string;
  readonly bankAccountId: string;
  readonly lastDigits: string | null;
  readonly providerId: string | null;
  readonly status: 'pending' | 'posted';
  /** What Pennyrow put in each cell, as last written; for a cell that the user had changed, what it would have put. */
  readonly written: RowValues;
  /** All that the bank said, where the description's cell got the payee alone; missing where that cell has all of it. */
  readonly bankDescription?: string;
  /** When the row was first appended, to the millisecond. */
  readonly addedAt: Instant;
  /**
   * in-sheet: it was there at the last look. deleted: the user removed the row, or declined it before it was one; it stays away.
   * left-feed: a pending row that the bank no longer sends and that never posted.
   * elsewhere: the bank transaction is shown by another row, `shownBy`: another connection's, or as the user said.
   */
  readonly state: 'in-sheet' | 'deleted' | 'left-feed' | 'elsewhere';
  readonly shownBy: string | null;
  /** The row was a person's before: none of its cells is Pennyrow's but the id, where it had none. */
  readonly claimed?: true;
}

/** What the bank said of the transaction: what it is known by, whatever part of it stands in the sheet. */
export function describedByBank({ written, bankDescription }: MemoryEntry): string {
  return bankDescription ?? written.description;
}
