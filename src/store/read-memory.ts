import { setImmediate as turn } from 'node:timers/promises';
import type { Instant } from '../core/calendar-date.ts';
import type { MemoryEntry } from '../core/memory.ts';
import type { Days, MemoryLookup } from '../core/planner/lookups.ts';
import type { RowValues } from '../core/row.ts';
import type { Reader, SqlValue } from './database.ts';
import { queryMemory, findMemory } from './memory.ts';

const PAGE = 1000;

const NEXT = `memory WHERE account_id = ? AND transaction_id > ? ORDER BY transaction_id LIMIT ${PAGE}`;

export async function readMemory(db: Reader, accountId: string): Promise<MemoryEntry[]> {
  const found: MemoryEntry[] = [];
  for (const page of pages<MemoryEntry>((last) => queryMemory(db, NEXT, accountId, last?.transactionId ?? ''))) {
    for (const entry of page) found.push(entry);
    await turn();
  }
  return found;
}

export async function readAddedAt(db: Reader, accountId: string): Promise<Map<string, Instant>> {
  const added = new Map<string, Instant>();
  const sql = `SELECT transaction_id AS id, added_at AS addedAt FROM ${NEXT}`;
  type AddedAt = { readonly id: string; readonly addedAt: Instant };
  for (const page of pages<AddedAt>((last) => db.all(sql, accountId, last?.id ?? ''))) {
    for (const { id, addedAt } of page) added.set(id, addedAt);
    await turn();
  }
  return added;
}

export type AccountMemory = Pick<MemoryEntry, 'transactionId' | 'status' | 'state' | 'shownBy'> &
  Pick<RowValues, 'date' | 'amount' | 'description' | 'currency'>;

export function accountMemoryPages(
  db: Reader,
  accountId: string,
  bankAccountId: string,
  since = '',
): Generator<AccountMemory[], void, void> {
  // Without statistics, SQLite would use the primary key, which covers all bank accounts.
  const sql = `SELECT transaction_id AS transactionId, status, state, shown_by AS shownBy, date, amount, description, currency
     FROM memory INDEXED BY memory_of_bank_account
     WHERE account_id = ? AND bank_account_id = ? AND (date, transaction_id) > (?, ?)
     ORDER BY date, transaction_id LIMIT ${PAGE}`;
  return pages((last) => db.all(sql, accountId, bankAccountId, last?.date ?? since, last?.transactionId ?? ''));
}

function* pages<Item>(next: (last: Item | undefined) => Item[]): Generator<Item[], void, void> {
  let last: Item | undefined;
  do {
    const page = next(last);
    yield page;
    last = page.at(PAGE - 1);
  } while (last !== undefined);
}

const OF_DAYS = `memory INDEXED BY memory_of_bank_account
  WHERE account_id = ? AND bank_account_id = ? AND date BETWEEN ? AND ?`;
const PENDING = `memory INDEXED BY memory_pending
  WHERE account_id = ? AND connection_id = ? AND status = 'pending' AND state = 'in-sheet'`;
const WITH_PROVIDER_ID = `memory INDEXED BY memory_of_provider_id
  WHERE account_id = ? AND bank_account_id = ? AND provider_id = ?`;
/** A dot sorts directly after the dash before the number of an occurrence. */
const WITH_BASE = 'memory WHERE account_id = ? AND transaction_id >= ? AND transaction_id < ?';

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

function listBankAccounts(db: Reader, accountId: string): string[] {
  const ids: string[] = [];
  const sql = `SELECT min(bank_account_id) FROM memory INDEXED BY memory_of_bank_account
    WHERE account_id = ? AND bank_account_id > ?`;
  for (let id: string | null = ''; ; ids.push(id)) {
    id = db.value<string | null>(sql, accountId, id) ?? null;
    if (id === null) return ids;
  }
}

/** The cells of the latest transaction that describe its bank account. */
export function describeAccount(db: Reader, accountId: string, bankAccountId: string) {
  const from = `memory INDEXED BY memory_of_bank_account
    WHERE account_id = ? AND bank_account_id = ? ORDER BY date DESC LIMIT 1`;
  const { accountNumber = '', institution = '' } = queryMemory(db, from, accountId, bankAccountId)[0]?.written ?? {};
  return { accountNumber, institution };
}

export function knowsBankAccount(db: Reader, accountId: string, connectionId: string, bankAccountId: string): boolean {
  const sql = `SELECT 1 FROM memory INDEXED BY memory_of_bank_account
    WHERE account_id = ? AND bank_account_id = ? AND connection_id = ? LIMIT 1`;
  return db.get(sql, accountId, bankAccountId, connectionId) !== undefined;
}

export function remembersOf(db: Reader, accountId: string, bankAccountId: string, transactionId: string): boolean {
  const sql = 'SELECT 1 FROM memory WHERE account_id = ? AND transaction_id = ? AND bank_account_id = ?';
  return db.get(sql, accountId, transactionId, bankAccountId) !== undefined;
}

export function remembersAsMany(db: Reader, accountId: string, count: number): boolean {
  return db.get('SELECT 1 FROM memory WHERE account_id = ? LIMIT 1 OFFSET ?', accountId, count - 1) !== undefined;
}
