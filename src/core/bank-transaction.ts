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
}

export interface DescriptionParts {
  readonly payee: string;
  readonly notes: string;
}

export interface BankTransaction {
  readonly account: BankAccount;
  /** The bank's id, unique within the account only if the bank keeps its promise; null without one. */
  readonly providerId: string | null;
  readonly date: CalendarDate;
  readonly amount: Amount;
  /** The amount that earlier versions of Pennyrow read, if it differed. A row with it is corrected. */
  readonly formerAmount?: Amount;
  /** The currency of `amount`; usually the account's. */
  readonly currency: string;
  readonly description: string;
  readonly parts?: DescriptionParts;
  readonly status: 'pending' | 'posted';
  readonly balanceAfter?: Amount;
  /** The original record, for display only: JSON-safe, never interpreted. */
  readonly raw: unknown;
}
