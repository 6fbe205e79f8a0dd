import type { Amount } from '../../core/amount.ts';
import type { Balance } from '../../core/balance.ts';
import type { BankTransaction } from '../../core/bank-transaction.ts';
import type { CalendarDate } from '../../core/calendar-date.ts';
import { oneLine } from '../../core/one-line.ts';
import type { Problem, ProblemParameters } from '../../messages/parameters.ts';
import type { PennyrowError } from '../../platform/errors.ts';
import { describe } from '../bank-texts.ts';
import { asObject, type JsonObject, textField } from '../json.ts';
import type { FetchRequest, SourceMessage } from '../source.ts';

export interface ServiceAccount {
  readonly id: string;
  /** Identifies the account when `id` changes, as with each new consent. Default: `id`. */
  readonly identity?: string;
  readonly name: string | null;
  /** IBAN or account number, full or masked. Its last four digits are added to the name: “Current ••5678”. */
  readonly number: string | null;
  readonly bank: string | null;
  /** ISO 4217; null if the service does not say. */
  readonly currency: string | null;
  /** The account as the service sent it, for protocols that read more of its fields later. */
  readonly json?: JsonObject;
}

export function readAccounts(
  list: readonly unknown[],
  idField: string,
  read: (account: JsonObject, id: string) => Omit<ServiceAccount, 'id' | 'json'>,
): ServiceAccount[] {
  return list.flatMap((record) => {
    const json = asObject(record);
    const id = textField(json, idField);
    return json === null || id === null ? [] : [{ id, json, ...read(json, id) }];
  });
}

export type ServiceTransaction =
  | Omit<BankTransaction, 'account'>
  | { readonly problem: 'shape' | 'noId' | 'badId' | 'amount' | 'other' };

/** Values of a transaction as a service states them; null if missing or unreadable. */
export interface StatedTransaction extends Pick<BankTransaction, 'formerAmount'> {
  readonly id: string | null;
  /** True if a transaction without an id is accepted instead of reported as a problem. */
  readonly hasOptionalId?: boolean;
  readonly date: CalendarDate | null;
  readonly amount: Amount | null;
  readonly currency: string | null;
  /** The payee first, or null; then all other texts. */
  readonly texts: Parameters<typeof describe>;
  readonly isPending: boolean;
  readonly balanceAfter?: Amount | null;
}

export function toTransaction(json: unknown, read: (transaction: JsonObject) => StatedTransaction): ServiceTransaction {
  const transaction = asObject(json);
  if (transaction === null) return { problem: 'shape' };
  const stated = read(transaction);
  const { id, hasOptionalId = false, date, amount, currency, texts, isPending, formerAmount, balanceAfter } = stated;
  if (id === null && !hasOptionalId) return { problem: 'noId' };
  // Rejected rather than shortened or cleaned, because the result could be the id of another transaction.
  if (id !== null && oneLine(id) !== id) return { problem: 'badId' };
  if (amount === null || currency === null) return { problem: 'amount' };
  if (date === null) return { problem: 'other' };
  return {
    providerId: id,
    date,
    amount,
    ...(formerAmount !== undefined && { formerAmount }),
    currency,
    ...describe(...texts),
    status: isPending ? 'pending' : 'posted',
    ...(balanceAfter != null && { balanceAfter }),
    raw: json,
  };
}

export type ServiceBalance = Omit<Balance, 'account'>;

export interface ServiceTransactions {
  readonly list: readonly ServiceTransaction[];
  /** True if nothing since `since` is missing. Only then, a missing pending transaction counts as dropped by the bank. */
  readonly isWhole: boolean;
  /** The error that prevented reading later pages; the account is then incomplete. */
  readonly cut?: PennyrowError | null;
  /** The reason if the service lacks current data from the bank; transactions of past days may then come later. */
  readonly stale?: StaleReason | null;
  readonly notes?: readonly Problem[];
}

/** `site`: where the user can solve the problem. */
export type StaleReason = Pick<ProblemParameters['source_account_stale'], 'site' | 'reason' | 'words'>;

/** A response without a list must throw (`Service.unreadable`), because an empty list would count as complete. */
export interface BankProtocol {
  readonly host: string;
  accounts(): Promise<readonly ServiceAccount[]>;
  transactions(account: ServiceAccount, request: FetchRequest): Promise<ServiceTransactions>;
  balances?(account: ServiceAccount, request: FetchRequest): Promise<readonly ServiceBalance[]>;
  messages?(): readonly SourceMessage[];
}
