import type { BankTransaction } from '../bank-transaction.ts';
import { describedByBank, type MemoryEntry } from '../memory.ts';
import { isPlaceholderId } from '../provider-scheme.ts';

/** Returns the text whose digest is the Transaction ID. Free texts follow their lengths, so that no two texts are confused. */
export function identityOfTransaction(transaction: BankTransaction): string {
  const { id } = transaction.account;
  return hasProviderId(transaction) ? providerIdentity(id, transaction.providerId) : contentIdentity(id, transaction);
}

/** The identity that an earlier version of Pennyrow computed; null if it is the same. */
export function formerIdentity(transaction: BankTransaction): string | null {
  const { account, amount, description, formerAmount, formerDescription } = transaction;
  if ((formerAmount ?? formerDescription) === undefined || hasProviderId(transaction)) return null;
  const former = { amount: formerAmount ?? amount, description: formerDescription ?? description };
  return contentIdentity(account.id, { ...transaction, ...former });
}

export function identityOfEntry(entry: MemoryEntry): string {
  const { bankAccountId, written } = entry;
  if (hasProviderId(entry)) return providerIdentity(bankAccountId, entry.providerId);
  const { date, amount, currency } = written;
  return contentIdentity(bankAccountId, { date, amount, currency, description: describedByBank(entry) });
}

/** False for a placeholder such as "NOTPROVIDED", which earlier versions of Pennyrow stored as an id. */
export function hasProviderId<Source extends Pick<BankTransaction, 'providerId'>>(
  source: Source,
): source is Source & { readonly providerId: string } {
  return source.providerId !== null && source.providerId !== '' && !isPlaceholderId(source.providerId);
}

/** Normalizes spaces and case, which may change when a bank sends the same transaction again. */
export function normalizeDescription(description: string): string {
  if (TIDY.test(description)) return description.toLowerCase();
  return description.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

const TIDY = /^[!-~]+(?: [!-~]+)*$/;

/** The id of the n-th transaction with the same identity: `<base>`, `<base>-2`, `<base>-3`. */
export function occurrenceId(base: string, occurrence: number): string {
  return occurrence === 1 ? base : `${base}-${occurrence}`;
}

const BASE_LENGTH = 24;
const NUMBERED = /^([0-9a-f]{24})-[1-9]\d{0,8}$/;

export function baseOfNumberedId(transactionId: string): string | null {
  return transactionId.length > BASE_LENGTH ? (NUMBERED.exec(transactionId)?.[1] ?? null) : null;
}

function providerIdentity(accountId: string, providerId: string): string {
  return `provider ${accountId.length} ${accountId} ${providerId}`;
}

type Content = Pick<BankTransaction, 'date' | 'amount' | 'currency' | 'description'>;

/** Equal for two transactions of an account that differ only in their bank ids. */
export function contentIdentity(accountId: string, { date, amount, currency, description }: Content): string {
  return `content ${accountId.length} ${accountId} ${date} ${amount} ${currency.length} ${currency} ${normalizeDescription(description)}`;
}
