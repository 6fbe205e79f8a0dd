import { setImmediate as turn } from 'node:timers/promises';
import { firstOfMonth, sundayOfWeek, type CalendarDate, type Instant } from '../core/calendar-date.ts';
import type { MemoryEntry } from '../core/memory.ts';
import type { Days, MemoryLookup } from '../core/planner/lookups.ts';
import { COLUMNS, isDerived, type Column, type ColumnsWith, type RowValues } from '../core/row.ts';
import type { Reader, SqlValue, Writer } from './database.ts';
import { saveSettled } from './settled.ts';
import { parseStored } from './table.ts';

const ENTRY_COLUMNS = {
  transactionId: 'transaction_id',
  connectionId: 'connection_id',
  bankAccountId: 'bank_account_id',
  lastDigits: 'last_digits',
  providerId: 'provider_id',
  status: 'status',
  state: 'state',
  shownBy: 'shown_by',
  addedAt: 'added_at',
} as const satisfies Partial<Record<keyof MemoryEntry, string>>;

/** Sheet columns with a database column. Other sheet columns are stored in the JSON text `more`, so new ones need no migration. */
const WRITTEN_COLUMNS = {
  date: 'date',
  description: 'description',
  amount: 'amount',
  category: 'category',
  account: 'account',
  accountId: 'account_number',
  dateAdded: 'date_added',
  currency: 'currency',
} as const satisfies Partial<Record<Column, string>>;

type EntryKey = keyof typeof ENTRY_COLUMNS;
type WrittenKey = keyof typeof WRITTEN_COLUMNS;
type LaterKey = Exclude<Column, WrittenKey | 'transactionId' | ColumnsWith<{ readonly derived: true }>>;

interface MemoryRow extends Pick<MemoryEntry, EntryKey>, Pick<RowValues, WrittenKey> {
  readonly more: string | null;
}

const ENTRY_KEYS = Object.keys(ENTRY_COLUMNS) as EntryKey[];
const WRITTEN_KEYS = Object.keys(WRITTEN_COLUMNS) as WrittenKey[];
const LATER = COLUMNS.filter(
  (column): column is LaterKey => !(column in WRITTEN_COLUMNS) && column !== 'transactionId' && !isDerived(column),
);
const NOTHING_LATER = Object.fromEntries(LATER.map((column) => [column, ''])) as Pick<RowValues, LaterKey>;

const NAMES = { ...ENTRY_COLUMNS, ...WRITTEN_COLUMNS, more: 'more' };

const MEMORY_COLUMNS = Object.entries(NAMES)
  .map(([key, name]) => `${name} AS ${key}`)
  .join(', ');

function queryMemory(db: Reader, from: string, ...values: SqlValue[]): MemoryEntry[] {
  return Array.from(db.iterate<MemoryRow>(`SELECT ${MEMORY_COLUMNS} FROM ${from}`, ...values), toEntry);
}

export function listMemory(db: Reader, accountId: string): MemoryEntry[] {
  return queryMemory(db, 'memory WHERE account_id = ?', accountId);
}

export function findMemory(db: Reader, accountId: string, transactionId: string): MemoryEntry | null {
  return queryMemory(db, 'memory WHERE account_id = ? AND transaction_id = ?', accountId, transactionId)[0] ?? null;
}

export function findAddedAt(db: Reader, accountId: string, transactionId: string): Instant | null {
  const sql = 'SELECT added_at FROM memory WHERE account_id = ? AND transaction_id = ?';
  return db.value<Instant>(sql, accountId, transactionId) ?? null;
}

export function listRenamed(db: Reader, accountId: string): ReadonlyMap<string, string> {
  const sql = `SELECT transaction_id AS id, more ->> '$.bankDescription' AS text FROM memory INDEXED BY memory_renamed
    WHERE account_id = ? AND more ->> '$.renamed' AND text IS NOT NULL`;
  return new Map(db.all<{ id: string; text: string }>(sql, accountId).map(({ id, text }) => [id, text]));
}

export function listDeleted(db: Reader, accountId: string): MemoryEntry[] {
  const from = `memory WHERE account_id = ? AND state = 'deleted' ORDER BY date DESC, transaction_id`;
  return queryMemory(db, from, accountId);
}

export function lastDayOf(
  db: Reader,
  { id, accountId }: { readonly id: string; readonly accountId: string },
): CalendarDate | null {
  const sql = 'SELECT max(date) FROM memory WHERE account_id = ? AND connection_id = ?';
  return db.value<CalendarDate | null>(sql, accountId, id) ?? null;
}

/** Counts the next `limit` transactions, because counting a large account at once blocks the service for 0.1 seconds. */
export function countCurrencies(db: Reader, accountId: string, after: string, limit: number) {
  const rows = db.all<{ bankAccountId: string; currency: string; count: number; last: string }>(
    `SELECT bank_account_id AS bankAccountId, currency, count(*) AS count, max(transaction_id) AS last
     FROM (SELECT transaction_id, bank_account_id, currency FROM memory
           WHERE account_id = ? AND transaction_id > ? ORDER BY transaction_id LIMIT ?)
     GROUP BY bank_account_id, currency`,
    accountId,
    after,
    limit,
  );
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  const last = rows.reduce((latest, row) => (row.last > latest ? row.last : latest), '');
  return { counts: rows, last: total < limit ? null : last };
}

export function oldestPendingDay(db: Reader, accountId: string, connectionId: string): CalendarDate | null {
  const sql = `SELECT min(date) FROM memory
    WHERE account_id = ? AND connection_id = ? AND status = 'pending' AND state = 'in-sheet'`;
  return db.value<CalendarDate | null>(sql, accountId, connectionId) ?? null;
}

export function knowsAny(db: Reader, accountId: string, transactionIds: readonly string[]): boolean {
  const sql = 'SELECT 1 FROM memory WHERE account_id = ? AND transaction_id = ?';
  return transactionIds.some((id) => db.get(sql, accountId, id) !== undefined);
}

export function knowsRows(db: Reader, accountId: string): boolean {
  return db.get(`SELECT 1 FROM memory WHERE account_id = ? AND state = 'in-sheet' LIMIT 1`, accountId) !== undefined;
}

export function forgetEverything(db: Writer, accountId: string): void {
  db.run('DELETE FROM memory WHERE account_id = ?', accountId);
}

export function forgetDeleted(db: Writer, accountId: string, from: CalendarDate, to: CalendarDate): number {
  const sql = `DELETE FROM memory WHERE account_id = ? AND state = 'deleted' AND date BETWEEN ? AND ?`;
  return db.run(sql, accountId, from, to);
}

// INSERT OR REPLACE would be slower: it copies every affected page of an indexed table first, 126 MB for 10,000 rows.
const STORED = Object.values(NAMES);
const SAVE = `INSERT INTO memory (account_id, ${STORED.join(', ')}) VALUES (?, ${STORED.map(() => '?').join(', ')})
  ON CONFLICT (account_id, transaction_id) DO UPDATE SET
    ${STORED.map((name) => `${name} = excluded.${name}`).join(', ')}`;

export function saveMemory(db: Writer, accountId: string, entries: readonly MemoryEntry[]): void {
  if (entries.length > 0) saveSettled(db, accountId, null);
  const sorted = entries.toSorted((a, b) => (a.transactionId < b.transactionId ? -1 : 1));
  for (const entry of sorted) {
    const values: SqlValue[] = [accountId];
    for (const key of ENTRY_KEYS) values.push(entry[key]);
    for (const key of WRITTEN_KEYS) values.push(entry.written[key]);
    db.run(SAVE, ...values, moreOf(entry));
  }
}

const MORE = ['claimed', 'renamed', 'bankDescription'] as const;

type More = Pick<RowValues, LaterKey> & Pick<MemoryEntry, (typeof MORE)[number]>;

function moreOf(entry: MemoryEntry): string | null {
  const { written } = entry;
  let more = '';
  // Concatenates JSON by hand, which takes half the time of `JSON.stringify` for an object.
  for (const column of LATER)
    if ((written[column] ?? '') !== '') more += `,"${column}":${JSON.stringify(written[column])}`;
  for (const key of MORE) if (entry[key] !== undefined) more += `,"${key}":${JSON.stringify(entry[key])}`;
  return more === '' ? null : `{${more.slice(1)}}`;
}

function toEntry(row: MemoryRow): MemoryEntry {
  // Names each field, because rest syntax (`...entry`) would be three times as slow.
  const { transactionId, connectionId, bankAccountId, lastDigits, providerId, status, state, shownBy, addedAt } = row;
  const entry = { transactionId, connectionId, bankAccountId, lastDigits, providerId, status, state, shownBy, addedAt };
  const { date, description, amount, category, account, accountId, dateAdded, currency, more } = row;
  const cells = { date, description, amount, category, account, accountId, transactionId, dateAdded, currency };
  const own = { ...cells, fullDescription: description, month: firstOfMonth(date), week: sundayOfWeek(date) };
  if (more === null) return { ...entry, written: { ...NOTHING_LATER, ...own } };
  const { claimed, renamed, bankDescription, ...later } = parseStored<Partial<More>>('what was written', more);
  return {
    ...entry,
    written: {
      ...NOTHING_LATER,
      ...later,
      ...own,
      ...(bankDescription !== undefined && { fullDescription: bankDescription }),
    },
    ...(claimed !== undefined && { claimed }),
    ...(renamed !== undefined && { renamed }),
    ...(bankDescription !== undefined && { bankDescription }),
  };
}

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
  // Without INDEXED BY, SQLite would use the primary key and scan the rows of all bank accounts.
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
/** The last two parameters are the base and the base with a point. Ids such as "base-2" sort between them in ASCII. */
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

/** The account number and institution of a bank account, taken from its latest transaction. */
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
