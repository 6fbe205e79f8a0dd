import type { Amount } from './amount.ts';
import type { BankAccount } from './bank-transaction.ts';
import type { CalendarDate, Instant } from './calendar-date.ts';

/** A balance that a bank states for a bank account. */
export interface Balance {
  readonly account: BankAccount;
  readonly kind: BalanceKind;
  /** Negative if the account holder owes it. */
  readonly amount: Amount;
  /** The currency of `amount`; usually the account's. */
  readonly currency: string;
  /** The day of the balance in the bank's calendar. */
  readonly date: CalendarDate;
  /** The exact moment, if the bank states one. */
  readonly at: Instant | null;
}

/**
 * `opening` is before all transactions of the day, `closing` after them. `booked` is a state during the day, so more may follow.
 * `available` includes pending transactions and credit, so it proves nothing.
 */
export type BalanceKind = 'opening' | 'closing' | 'booked' | 'available';
