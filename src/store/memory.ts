import type { Amount } from '../core/amount.ts';
import type { CalendarDate, Instant, LocalDateTime } from '../core/calendar-date.ts';
import type { MemoryEntry } from '../core/memory.ts';
import { COLUMNS, type Column, type RowValues } from '../core/row.ts';
import { parseStored } from './damage.ts';
import type { Reader, SqlValue, Writer } from './database.ts';
import { saveSettled } from './settled.ts';

export interface MemoryRow {
  transaction_id: string;
  connection_id: string;
  bank_account_id: string;
  last_digits: string | null;
  provider_id: string | null;
  status: MemoryEntry['status'];
  state: MemoryEntry['state'];
  shown_by: string | null;
  added_at: string;
  date: string;
  description: string;
  amount: string;
  category: string;
  account: string;
  account_number: string;
  date_added: string;
  currency: string;
  more: string | null;
}

/** The sheet's columns that have one of their own here. Those that came later share `more`, so that one more needs no migration. */
const OWN = [
  'date',
  'description',
  'amount',
  'category',
  'account',
  'accountId',
  'transactionId',
  'dateAdded',
  'currency',
] as const satisfies readonly Column[];

type LaterColumn = Exclude<Column, (typeof OWN)[number]>;
type Later = { readonly [Key in LaterColumn]: RowValues[Key] };

const LATER = COLUMNS.filter((column) => !(OWN as readonly Column[]).includes(column));
const NOTHING_LATER = Object.fromEntries(LATER.map((column) => [column, ''])) as Later;

/** In the order of `memoryValues`. */
export const MEMORY_COLUMNS =
  'transaction_id, connection_id, bank_account_id, last_digits, provider_id, status, state, shown_by, added_at, ' +
  'date, description, amount, category, account, account_number, date_added, currency, more';

export function listMemory(db: Reader, accountId: string): MemoryEntry[] {
  // One row at a time: a hundred thousand of them at once would double what planning takes of memory.
  return Array.from(
    db.iterate<MemoryRow>(`SELECT ${MEMORY_COLUMNS} FROM memory WHERE account_id = ?`, accountId),
    toEntry,
  );
}

export function findMemory(db: Reader, accountId: string, transactionId: string): MemoryEntry | null {
  const row = db.get<MemoryRow>(
    `SELECT ${MEMORY_COLUMNS} FROM memory WHERE account_id = ? AND transaction_id = ?`,
    accountId,
    transactionId,
  );
  return row === undefined ? null : toEntry(row);
}

/** Bank transactions whose rows the user deleted, latest date first. */
export function listDeleted(db: Reader, accountId: string): MemoryEntry[] {
  return db
    .all<MemoryRow>(
      `SELECT ${MEMORY_COLUMNS} FROM memory WHERE account_id = ? AND state = 'deleted' ORDER BY date DESC, transaction_id`,
      accountId,
    )
    .map(toEntry);
}

/** How many rows of the workbook a connection brought, as far as they are still there. */
export function countMemoryOf(db: Reader, accountId: string, connectionId: string): number {
  return (
    db.get<{ count: number }>(
      `SELECT count(*) AS count FROM memory WHERE account_id = ? AND connection_id = ? AND state IN ('in-sheet', 'left-feed')`,
      accountId,
      connectionId,
    )?.count ?? 0
  );
}

/** The last day of which a connection brought anything; null before it did. */
export function lastDayOf(
  db: Reader,
  { id, accountId }: { readonly id: string; readonly accountId: string },
): CalendarDate | null {
  const sql = 'SELECT max(date) AS day FROM memory WHERE account_id = ? AND connection_id = ?';
  return db.get<{ day: CalendarDate | null }>(sql, accountId, id)?.day ?? null;
}

/** How often each currency occurs in a bank account, among some of the transactions. */
export interface CurrencyCounts {
  readonly counts: readonly { readonly bankAccountId: string; readonly currency: string; readonly count: number }[];
  /** To go on behind; null when there are no more. */
  readonly last: string | null;
}

/** Counts the next `limit` transactions behind the id `after`: all of a large account take a tenth of a second. */
export function countCurrencies(db: Reader, accountId: string, after: string, limit: number): CurrencyCounts {
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
  return {
    counts: rows.map(({ bankAccountId, currency, count }) => ({ bankAccountId, currency, count })),
    last: total < limit ? null : last,
  };
}

/** The first day of each bank account's oldest pending row that still waits to post. */
export function oldestPendingDay(db: Reader, accountId: string, connectionId: string): CalendarDate | null {
  const row = db.get<{ day: string | null }>(
    `SELECT min(date) AS day FROM memory
     WHERE account_id = ? AND connection_id = ? AND status = 'pending' AND state = 'in-sheet'`,
    accountId,
    connectionId,
  );
  return (row?.day ?? null) as CalendarDate | null;
}

/** Whether the account's workbook, as memory knows it, holds or held any of these rows. */
export function knowsAny(db: Reader, accountId: string, transactionIds: readonly string[]): boolean {
  const sql = 'SELECT 1 FROM memory WHERE account_id = ? AND transaction_id = ?';
  return transactionIds.some((id) => db.get(sql, accountId, id) !== undefined);
}

/** Whether any row that was written should still be in the sheet. */
export function knowsRows(db: Reader, accountId: string): boolean {
  return db.get(`SELECT 1 FROM memory WHERE account_id = ? AND state = 'in-sheet' LIMIT 1`, accountId) !== undefined;
}

export function forgetEverything(db: Writer, accountId: string): void {
  db.run('DELETE FROM memory WHERE account_id = ?', accountId);
}

/** Forgets deleted rows of a range of days, so that the next sync may bring them back. Returns how many. */
export function forgetDeleted(db: Writer, accountId: string, from: CalendarDate, to: CalendarDate): number {
  return db.run(
    `DELETE FROM memory WHERE account_id = ? AND state = 'deleted' AND date BETWEEN ? AND ?`,
    accountId,
    from,
    to,
  );
}

const MEMORY_NAMES = MEMORY_COLUMNS.split(', ');

// Not INSERT OR REPLACE: for a table with an index, SQLite then copies each page that a row touches to a temporary file
// first, in case the row fails; 126 MB for ten thousand rows.
const SAVE = `INSERT INTO memory (account_id, ${MEMORY_COLUMNS}) VALUES (?, ${MEMORY_NAMES.map(() => '?').join(', ')})
  ON CONFLICT (account_id, transaction_id) DO UPDATE SET
    ${MEMORY_NAMES.map((name) => `${name} = excluded.${name}`).join(', ')}`;

/** Adds entries and replaces those with the same transaction ids; in the table's order, which is twice as fast. See `saveSettled`. */
export function saveMemory(db: Writer, accountId: string, entries: readonly MemoryEntry[]): void {
  if (entries.length > 0) saveSettled(db, accountId, null);
  const sorted = entries.toSorted((a, b) => (a.transactionId < b.transactionId ? -1 : 1));
  for (const entry of sorted) db.run(SAVE, accountId, ...memoryValues(entry));
}

/** The values of one entry, in the order of MEMORY_COLUMNS. */
function memoryValues(entry: MemoryEntry): SqlValue[] {
  const { written } = entry;
  return [
    entry.transactionId,
    entry.connectionId,
    entry.bankAccountId,
    entry.lastDigits,
    entry.providerId,
    entry.status,
    entry.state,
    entry.shownBy,
    entry.addedAt,
    written.date,
    written.description,
    written.amount,
    written.category,
    written.account,
    written.accountId,
    written.dateAdded,
    written.currency,
    moreOf(entry),
  ];
}

/** What came later than the table. */
type More = Later & Pick<MemoryEntry, 'claimed' | 'bankDescription'>;

/** Null when none of it holds anything. */
function moreOf({ written, claimed, bankDescription }: MemoryEntry): string | null {
  const held = LATER.filter((column) => (written[column] ?? '') !== '');
  if (held.length === 0 && claimed === undefined && bankDescription === undefined) return null;
  return JSON.stringify({ ...written, claimed, bankDescription }, [...held, 'claimed', 'bankDescription']);
}

function moreIn(more: string | null): More {
  return more === null ? NOTHING_LATER : { ...NOTHING_LATER, ...parseStored<More>('what was written', more) };
}

export function toEntry(row: MemoryRow): MemoryEntry {
  const { claimed, bankDescription, ...later } = moreIn(row.more);
  return {
    transactionId: row.transaction_id,
    connectionId: row.connection_id,
    bankAccountId: row.bank_account_id,
    lastDigits: row.last_digits,
    providerId: row.provider_id,
    status: row.status,
    state: row.state,
    shownBy: row.shown_by,
    addedAt: row.added_at as Instant,
    written: {
      ...later,
      date: row.date as CalendarDate,
      description: row.description,
      amount: row.amount as Amount,
      category: row.category,
      account: row.account,
      accountId: row.account_number,
      transactionId: row.transaction_id,
      dateAdded: row.date_added as LocalDateTime,
      currency: row.currency,
    },
    ...(claimed !== undefined && { claimed }),
    ...(bankDescription !== undefined && { bankDescription }),
  };
}
