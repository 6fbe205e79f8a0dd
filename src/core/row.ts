import type { Amount } from './amount.ts';
import type { CalendarDate, LocalDateTime } from './calendar-date.ts';

/** The Transactions sheet's columns that Pennyrow knows; a person's own columns are none of its business. */
export const COLUMNS = [
  'date',
  'description',
  'amount',
  'category',
  'account',
  'accountId',
  'transactionId',
  'dateAdded',
  'currency',
] as const;

export type Column = (typeof COLUMNS)[number];

/** Without these a sheet cannot be synced; the others are filled where they exist. */
export const REQUIRED_COLUMNS = ['date', 'description', 'amount', 'transactionId'] as const satisfies readonly Column[];

/** Cells that belong to the bank and may be written again when a pending row posts. */
export const BANK_OWNED_COLUMNS = ['date', 'description', 'amount', 'account'] as const satisfies readonly Column[];

export type BankOwnedColumn = (typeof BANK_OWNED_COLUMNS)[number];

/** What Pennyrow puts in a row's cells: typed, so that text stays text and a date stays a date. */
export interface RowValues {
  readonly date: CalendarDate;
  readonly description: string;
  readonly amount: Amount;
  /** Empty when no rule matched. */
  readonly category: string;
  readonly account: string;
  readonly accountId: string;
  readonly transactionId: string;
  /** Wall clock of the account's time zone. */
  readonly dateAdded: LocalDateTime;
  readonly currency: string;
}

/** One line of the Transactions sheet as it was read. Text fields are empty when the cell or its column is. */
export interface Row {
  /** Row number in the sheet, from 1 for the sheet's first line. */
  readonly index: number;
  /** The date as the sheet shows it. */
  readonly dateText: string;
  /** The cell's real date; null when it holds none. */
  readonly date: CalendarDate | null;
  readonly description: string;
  /** The amount as the sheet shows it, for messages. */
  readonly amountText: string;
  /** The cell's number; null when it holds none. */
  readonly amount: Amount | null;
  readonly category: string;
  readonly account: string;
  readonly accountId: string;
  readonly transactionId: string;
  readonly dateAdded: LocalDateTime | null;
  readonly currency: string;
}
