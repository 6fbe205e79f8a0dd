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

/** `booked` may lack later transactions of the day. `available` includes pending ones and credit, so it proves nothing. */
export type BalanceKind = 'opening' | 'closing' | 'booked' | 'available';
