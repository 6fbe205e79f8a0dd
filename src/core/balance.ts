import type { Amount } from './amount.ts';
import type { BankAccount } from './bank-transaction.ts';
import type { CalendarDate, Instant } from './calendar-date.ts';

export interface Balance {
  readonly account: BankAccount;
  readonly kind: BalanceKind;
  /** Negative if the account holder owes it. */
  readonly amount: Amount;
  readonly currency: string;
  readonly date: CalendarDate;
  readonly at: Instant | null;
}

/**
 * `booked` excludes pending transactions, and may be older than the day's last ones. `available` includes them and credit, so
 * it is shown, but never compared with rows.
 */
export type BalanceKind = 'opening' | 'closing' | 'booked' | 'available';
