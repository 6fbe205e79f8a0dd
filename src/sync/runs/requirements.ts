import { createError } from '../../platform/errors.ts';
import { findAccount, type Account } from '../../store/accounts.ts';
import type { Reader } from '../../store/database.ts';

interface WithStore {
  readonly store: Reader;
}

export function requireAccount({ store }: WithStore, accountId: string): Account {
  const account = findAccount(store, accountId);
  if (account !== null) return account;
  throw createError('account_unknown', { account: accountId, known: null });
}

export function requireWorkbook(deps: WithStore, accountId: string): Account {
  const account = requireAccount(deps, accountId);
  if (account.workbook !== null) return account;
  throw createError('workbook_none', { account: account.name });
}
