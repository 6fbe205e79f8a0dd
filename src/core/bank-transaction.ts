import type { Amount } from './amount.ts';
import type { CalendarDate } from './calendar-date.ts';

export interface BankAccount {
  /** Stable and unique within one source kind; shown in the Account ID column. Never derived from a display name. */
  readonly id: string;
  readonly name: string;
  /** ISO 4217, upper case ("EUR"), or the source's own symbol for a custom currency. */
  readonly currency: string;
  /** The last characters of the account number, if known; used to link the same account of two sources. */
  readonly lastDigits: string | null;
  readonly institution?: string;
}

export interface DescriptionParts {
  readonly payee: string;
  readonly notes: string;
}

export interface BankTransaction {
  readonly account: BankAccount;
  /** The bank's id of the transaction; usually unique within the account. Null if the bank gives none. */
  readonly providerId: string | null;
  readonly date: CalendarDate;
  readonly amount: Amount;
  /** The amount that earlier versions of Pennyrow read from the same data. A row with that amount is corrected. */
  readonly formerAmount?: Amount;
  readonly currency: string;
  /** One line of plain text, free of control characters. */
  readonly description: string;
  /** The description that earlier versions of Pennyrow read. A row with that description and no bank id is corrected. */
  readonly formerDescription?: string;
  readonly parts?: DescriptionParts;
  readonly status: 'pending' | 'posted';
  readonly checkNumber?: string;
  /** The balance right after this transaction, if stated. Meaningful only while the transactions keep the order of the source. */
  readonly balanceAfter?: Amount;
  /** The original record, for display only: JSON-safe, never interpreted. */
  readonly raw: unknown;
}
