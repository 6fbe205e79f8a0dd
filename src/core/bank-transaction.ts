import type { Amount } from './amount.ts';
import type { CalendarDate } from './calendar-date.ts';

/** An account at a bank, as a source names it. */
export interface BankAccount {
  /**
   * Stable and unique within everything that one source kind can return: what the sheet's
   * Account ID column shows. Never built from a display name.
   */
  readonly id: string;
  /** What a person recognises: "Everyday checking ••4321". */
  readonly name: string;
  /** ISO 4217, upper case ("EUR"), or the source's own symbol for a custom currency. */
  readonly currency: string;
  /** The account number's last characters, when the source tells, to link the same account seen by two sources. */
  readonly lastDigits: string | null;
}

/** What a source tells apart of a description; each holds something. */
export interface DescriptionParts {
  /** Whom the money went to or came from. */
  readonly payee: string;
  /** What it was for, and whatever else is said. */
  readonly notes: string;
}

/** What a source returned, before it is a row. */
export interface BankTransaction {
  readonly account: BankAccount;
  /** The bank's own id, unique in its account by promise only; null when the source has none. */
  readonly providerId: string | null;
  readonly date: CalendarDate;
  /** Positive is money in. */
  readonly amount: Amount;
  /**
   * What earlier versions of Pennyrow took for the amount of the same transaction: a row that holds it is corrected. Missing
   * where it is the same.
   */
  readonly formerAmount?: Amount;
  /** The currency of `amount`; usually the account's. */
  readonly currency: string;
  /** One line of plain text, free of control characters. */
  readonly description: string;
  /** For a sheet that has a column for each of them; missing where the source does not tell them apart, or tells one alone. */
  readonly parts?: DescriptionParts;
  readonly status: 'pending' | 'posted';
  /** What the account held right after it, where the bank tells: in the order in which the source gives them. */
  readonly balanceAfter?: Amount;
  /** What the bank sent, for people to look at: JSON-safe, never interpreted. */
  readonly raw: unknown;
}
