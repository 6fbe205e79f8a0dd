import type { Amount } from './amount.ts';
import type { BankAccount } from './bank-transaction.ts';
import type { CalendarDate, Instant } from './calendar-date.ts';

/** What a bank says that an account holds. */
export interface Balance {
  readonly account: BankAccount;
  readonly kind: BalanceKind;
  /** Negative is owed. */
  readonly amount: Amount;
  /** The currency of `amount`; usually the account's. */
  readonly currency: string;
  /** The day that it is of, by the bank's calendar. */
  readonly date: CalendarDate;
  /** The moment, where the bank tells one. */
  readonly at: Instant | null;
}

/**
 * `opening` is before all that was booked on its day, and `closing` after it. `booked` is what was booked by a moment of
 * the day, so that more may be booked on it. `available` is what could be spent: pending transactions and credit are in
 * it, so it proves nothing.
 */
export type BalanceKind = 'opening' | 'closing' | 'booked' | 'available';
