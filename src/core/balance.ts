import type { Amount } from './amount.ts';
import type { BankAccount } from './bank-transaction.ts';
import type { CalendarDate, Instant } from './calendar-date.ts';

export interface Balance {
  readonly account: BankAccount;
  readonly kind: BalanceKind;
  /** Negative if the account holder owes money. */
  readonly amount: Amount;
  readonly currency: string;
  readonly date: CalendarDate;
  readonly at: Instant | null;
}

/**
 * `booked` excludes pending transactions, and may not include the last transactions of the day. `available` includes pending
 * transactions and credit, so Pennyrow shows it, but never compares it with rows.
 */
export type BalanceKind = 'opening' | 'closing' | 'booked' | 'available';
