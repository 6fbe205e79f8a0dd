import type { Instant } from './calendar-date.ts';
import type { RowValues } from './row.ts';

/** Everything that Pennyrow remembers about one bank transaction and its row. */
export interface MemoryEntry {
  /** The value in the Transaction ID column; unique within the account. */
  readonly transactionId: string;
  readonly connectionId: string;
  readonly bankAccountId: string;
  readonly lastDigits: string | null;
  readonly providerId: string | null;
  readonly status: 'pending' | 'posted';
  /** The values that Pennyrow last wrote, or would have written into cells that the user changed. */
  readonly written: RowValues;
  /** The full description, if the description cell only has the payee. */
  readonly bankDescription?: string;
  readonly addedAt: Instant;
  /**
   * in-sheet: the row existed at the last read. deleted: the user removed or declined it; it is not added again. left-feed: a pending
   * row that the bank stopped sending before it posted. elsewhere: another row shows the transaction (`shownBy`), from another
   * connection or by the user's choice.
   */
  readonly state: 'in-sheet' | 'deleted' | 'left-feed' | 'elsewhere';
  readonly shownBy: string | null;
  /** The user entered the row: Pennyrow owns only the id, and only if the cell was empty. */
  readonly claimed?: true;
}

/** The full description of the bank, by which the transaction is matched. */
export function describedByBank({ written, bankDescription }: MemoryEntry): string {
  return bankDescription ?? written.description;
}
