import type { BankAccount } from '../../core/bank-transaction.ts';
import { digest } from '../../platform/ids.ts';
import { accountName, nameWithBank } from '../account-name.ts';
import type { ServiceAccount } from './bank-protocol.ts';

export interface NamedAccount {
  readonly service: ServiceAccount;
  readonly account: BankAccount;
}

/**
 * The accounts of a service as Pennyrow names them, each once. An id is a fingerprint, since the service's own may be
 * the account's number, and the Account ID column lies open in a sheet that people share. Accounts of two banks that
 * are called the same are told apart by their bank.
 */
export function nameAccounts(kind: string, accounts: readonly ServiceAccount[]): NamedAccount[] {
  const byId = new Map<string, NamedAccount>();
  for (const service of accounts) {
    const id = `${kind}:${digest(service.identity ?? service.id)}`;
    const account = { id, ...accountName(service.name, service), currency: service.currency ?? UNKNOWN_CURRENCY };
    if (!byId.has(id)) byId.set(id, { service, account });
  }
  const named = [...byId.values()];
  return named.map(({ service, account }) => {
    const isShared = named.some((other) => other.account.name === account.name && other.service.bank !== service.bank);
    return { service, account: isShared ? { ...account, name: nameWithBank(account.name, service.bank) } : account };
  });
}

/** ISO 4217 for "no currency". */
const UNKNOWN_CURRENCY = 'XXX';
