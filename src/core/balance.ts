import type { Amount } from './amount.ts';
import type { BankAccount } from './bank-transaction.ts';
import type { CalendarDate, Instant } from './calendar-date.ts';

export interface Balance {
  readonly account: BankAccount;
  readonly kind: BalanceKind;
  /** Negative if the account holder owes it. */
  readonly amount: Amount;
  /** The currency of `amount`; usually the account's. */
  readonly currency: string;
  /** In the bank's calendar. */
  readonly date: CalendarDate;
  readonly at: Instant | null;
}

/** `booked` is a state during the day. `available` includes pending transactions and credit, so it proves nothing. */
export type BalanceKind = 'opening' | 'closing' | 'booked' | 'available';
