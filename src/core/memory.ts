import type { Instant } from './calendar-date.ts';
import type { RowValues } from './row.ts';

export interface MemoryEntry {
  /** The value in the Transaction ID column; unique within the account. */
  readonly transactionId: string;
  readonly connectionId: string;
  readonly bankAccountId: string;
  readonly lastDigits: string | null;
  readonly providerId: string | null;
  readonly status: 'pending' | 'posted';
  readonly written: RowValues;
  readonly bankDescription?: string;
  readonly addedAt: Instant;
  /** deleted: by the user. left-feed: dropped by the bank before it posted. elsewhere: shown by the row of the entry `shownBy`. */
  readonly state: 'in-sheet' | 'deleted' | 'left-feed' | 'elsewhere';
  readonly shownBy: string | null;
  readonly claimed?: true;
  readonly renamed?: true;
}

export function describedByBank({ written, bankDescription }: MemoryEntry): string {
  return bankDescription ?? written.description;
}
