import type { MemoryEntry } from '../core/memory.ts';
import type { Days, MemoryLookup } from '../core/planner/lookups.ts';
import type { Reader, SqlValue } from './database.ts';
import { findMemory, queryMemory } from './memory.ts';

// Without statistics, SQLite takes the primary key where an index is not named, and goes through all of the account.
const OF_DAYS = `memory INDEXED BY memory_of_bank_account
  WHERE account_id = ? AND bank_account_id = ? AND date BETWEEN ? AND ?`;
const PENDING = `memory INDEXED BY memory_pending
  WHERE account_id = ? AND connection_id = ? AND status = 'pending' AND state = 'in-sheet'`;
const WITH_PROVIDER_ID = `memory INDEXED BY memory_of_provider_id
  WHERE account_id = ? AND bank_account_id = ? AND provider_id = ?`;
/** A dot comes right after the dash, behind which an occurrence has its number. */
const WITH_BASE = 'memory WHERE account_id = ? AND transaction_id >= ? AND transaction_id < ?';

/** What is remembered of an account, for planning without reading all of it. */
export function memoryLookup(db: Reader, accountId: string): MemoryLookup {
  const list = (from: string, ...values: SqlValue[]): MemoryEntry[] => queryMemory(db, from, accountId, ...values);
  return {
    planned: () => [],
    get: (transactionId) => findMemory(db, accountId, transactionId),
    ofDays: ({ from, to }: Days) => listBankAccounts(db, accountId).flatMap((id) => list(OF_DAYS, id, from, to)),
    pending: (connectionId) => list(PENDING, connectionId),
    withProviderId: (bankAccountId, providerId) => list(WITH_PROVIDER_ID, bankAccountId, providerId),
    withBase: (base) =>
      list(WITH_BASE, base, `${base}.`).filter(({ transactionId: id }) => id === base || id[base.length] === '-'),
  };
}

/** Each bank account that anything is remembered of: one step in the index for each, not one for each entry. */
function listBankAccounts(db: Reader, accountId: string): string[] {
  const ids: string[] = [];
  const sql = `SELECT min(bank_account_id) FROM memory INDEXED BY memory_of_bank_account
    WHERE account_id = ? AND bank_account_id > ?`;
  for (let id: string | null = ''; ; ids.push(id)) {
    id = db.value<string | null>(sql, accountId, id) ?? null;
    if (id === null) return ids;
  }
}

/** Whether a connection has brought anything of a bank account. */
export function knowsBankAccount(db: Reader, accountId: string, connectionId: string, bankAccountId: string): boolean {
  const sql = `SELECT 1 FROM memory INDEXED BY memory_of_bank_account
    WHERE account_id = ? AND bank_account_id = ? AND connection_id = ? LIMIT 1`;
  return db.get(sql, accountId, bankAccountId, connectionId) !== undefined;
}

/** Whether a transaction is remembered as one of the bank account. */
export function remembersOf(db: Reader, accountId: string, bankAccountId: string, transactionId: string): boolean {
  const sql = 'SELECT 1 FROM memory WHERE account_id = ? AND transaction_id = ? AND bank_account_id = ?';
  return db.get(sql, accountId, transactionId, bankAccountId) !== undefined;
}

/** Whether as many entries are remembered; looks at no more than that. */
export function remembersAsMany(db: Reader, accountId: string, count: number): boolean {
  return db.get('SELECT 1 FROM memory WHERE account_id = ? LIMIT 1 OFFSET ?', accountId, count - 1) !== undefined;
}
