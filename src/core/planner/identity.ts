import type { BankTransaction } from '../bank-transaction.ts';
import { describedByBank, type MemoryEntry } from '../memory.ts';
import { isPlaceholderId } from '../provider-scheme.ts';

/**
 * The text whose digest is a row's Transaction ID. It holds only what the bank said: no clock, no zone,
 * no connection and nothing of the memory, so that a lost database leads to the same ids. Parts of free
 * form carry their length, so that no two identities can share one text.
 */
export function identityOfTransaction(transaction: BankTransaction): string {
  const { id } = transaction.account;
  return hasProviderId(transaction) ? providerIdentity(id, transaction.providerId) : contentIdentity(id, transaction);
}

/** The identity under which an earlier version knew what has no id of the bank's; null where it is the same. */
export function formerIdentity(transaction: BankTransaction): string | null {
  const { account, formerAmount } = transaction;
  if (formerAmount === undefined || hasProviderId(transaction)) return null;
  return contentIdentity(account.id, { ...transaction, amount: formerAmount });
}

/** The identity under which the entry's bank transaction will arrive again. */
export function identityOfEntry(entry: MemoryEntry): string {
  const { bankAccountId, written } = entry;
  if (hasProviderId(entry)) return providerIdentity(bankAccountId, entry.providerId);
  const { date, amount, currency } = written;
  return contentIdentity(bankAccountId, { date, amount, currency, description: describedByBank(entry) });
}

/**
 * A bank's own id is a promise that may be broken; without one, equal content is the identity itself. Rows that earlier versions
 * wrote may still have a placeholder as their id.
 */
export function hasProviderId<Told extends Pick<BankTransaction, 'providerId'>>(
  told: Told,
): told is Told & { readonly providerId: string } {
  return told.providerId !== null && told.providerId !== '' && !isPlaceholderId(told.providerId);
}

/** Spaces and case vary between a bank's own answers. */
export function normaliseDescription(description: string): string {
  if (TIDY.test(description)) return description.toLowerCase();
  return description.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Nothing but the case could change. */
const TIDY = /^[!-~]+(?: [!-~]+)*$/;

/** The id of the n-th transaction with the same identity: the base itself, then `<base>-2`, `<base>-3`. */
export function occurrenceId(base: string, occurrence: number): string {
  return occurrence === 1 ? base : `${base}-${occurrence}`;
}

const BASE_LENGTH = 24;
const NUMBERED = /^([0-9a-f]{24})-[1-9]\d{0,8}$/;

/** The base of an id with an occurrence number; null for every other text. */
export function baseOfNumberedId(transactionId: string): string | null {
  return transactionId.length > BASE_LENGTH ? (NUMBERED.exec(transactionId)?.[1] ?? null) : null;
}

function providerIdentity(accountId: string, providerId: string): string {
  return `provider ${accountId.length} ${accountId} ${providerId}`;
}

type Content = Pick<BankTransaction, 'date' | 'amount' | 'currency' | 'description'>;

/** Equal for transactions of one account that nothing but the bank's ids tells apart. */
export function contentIdentity(accountId: string, { date, amount, currency, description }: Content): string {
  return `content ${accountId.length} ${accountId} ${date} ${amount} ${currency.length} ${currency} ${normaliseDescription(description)}`;
}
