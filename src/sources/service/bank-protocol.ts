import type { Amount } from '../../core/amount.ts';
import type { BalanceKind } from '../../core/balance.ts';
import type { BankTransaction } from '../../core/bank-transaction.ts';
import type { CalendarDate, Instant } from '../../core/calendar-date.ts';
import type { Problem } from '../../messages/parameters.ts';
import type { PennyrowError } from '../../platform/errors.ts';
import type { FetchRequest, SourceMessage } from '../source.ts';

/** An account as a service tells of it. */
export interface ServiceAccount {
  /** What its transactions are asked for by; must be the same at each fetch. */
  readonly id: string;
  /** What it is known again by when `id` changes, as with each new consent; the `id` when left out. */
  readonly identity?: string;
  readonly name: string | null;
  /** IBAN or account number, whole or masked; only its end is ever shown. */
  readonly number: string | null;
  readonly bank: string | null;
  /** ISO 4217; null when the service does not say. */
  readonly currency: string | null;
}

/** A transaction of an account, or why it cannot be one. */
export type ServiceTransaction =
  | Omit<BankTransaction, 'account'>
  | { readonly problem: 'shape' | 'noId' | 'badId' | 'amount' | 'other' };

export interface ServiceBalance {
  readonly kind: BalanceKind;
  readonly amount: Amount;
  readonly currency: string;
  readonly date: CalendarDate;
  readonly at: Instant | null;
}

export interface ServiceTransactions {
  readonly list: readonly ServiceTransaction[];
  /** Nothing from `since` on is missing, pending ones included. */
  readonly isWhole: boolean;
  /** Why the rest of the list did not come; the account is not whole then. */
  readonly cut?: PennyrowError | null;
  /** The service does not reach the bank at the moment, so that days of the past may come later. */
  readonly isBehind?: boolean;
  /** What a person must know of it. */
  readonly notes?: readonly Problem[];
}

/** How one service speaks: all that tells it from the next one. What it throws is a PennyrowError. */
export interface BankProtocol {
  readonly host: string;
  accounts(): Promise<readonly ServiceAccount[]>;
  /** All from `since` to `today`, over all pages. */
  transactions(account: ServiceAccount, request: FetchRequest): Promise<ServiceTransactions>;
  /** What the account holds; left out where the service does not say. */
  balances?(account: ServiceAccount, request: FetchRequest): Promise<readonly ServiceBalance[]>;
  /** What it says beside that, once it was asked for its accounts. */
  messages?(): readonly SourceMessage[];
}
