import type { Amount } from '../../core/amount.ts';
import type { BalanceKind } from '../../core/balance.ts';
import type { BankTransaction } from '../../core/bank-transaction.ts';
import type { CalendarDate, Instant } from '../../core/calendar-date.ts';
import type { Problem } from '../../messages/parameters.ts';
import type { PennyrowError } from '../../platform/errors.ts';
import type { FetchRequest, SourceMessage } from '../source.ts';

/** An account as the service describes it. */
export interface ServiceAccount {
  /** Requests name the account by it. The same at every fetch. */
  readonly id: string;
  /** Identifies the account when `id` changes, as with each new consent. Default: `id`. */
  readonly identity?: string;
  readonly name: string | null;
  /** IBAN or account number, full or masked; only its last digits are ever shown. */
  readonly number: string | null;
  readonly bank: string | null;
  /** ISO 4217; null if the service does not say. */
  readonly currency: string | null;
}

/** A transaction, or the reason why it cannot be read. */
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
  /** Nothing since `since` is missing, pending transactions included. */
  readonly isWhole: boolean;
  /** Why later pages are missing; the account is then incomplete. */
  readonly cut?: PennyrowError | null;
  /** The service has no current data from the bank, so past days may come later. */
  readonly isBehind?: boolean;
  /** Notes for the user. */
  readonly notes?: readonly Problem[];
}

/**
 * The part of a bank service that differs between services. Throws PennyrowError, also when a response has no list
 * (`Service.unreadable`): an empty list would count as complete.
 */
export interface BankProtocol {
  readonly host: string;
  accounts(): Promise<readonly ServiceAccount[]>;
  /** All transactions from `since` to `today`, from all pages. */
  transactions(account: ServiceAccount, request: FetchRequest): Promise<ServiceTransactions>;
  /** Left out if the service states no balances. */
  balances?(account: ServiceAccount, request: FetchRequest): Promise<readonly ServiceBalance[]>;
  /** Other messages, after `accounts` was called. */
  messages?(): readonly SourceMessage[];
}
