import { setImmediate as turn } from 'node:timers/promises';
import type { Amount } from '../core/amount.ts';
import type { CalendarDate, Instant } from '../core/calendar-date.ts';
import type { MemoryEntry } from '../core/memory.ts';
import type { Reader } from './database.ts';
import { MEMORY_COLUMNS, toEntry, type MemoryRow } from './memory.ts';

/** So many are read in a few milliseconds. */
const PAGE = 1000;

/** What `listMemory` lists, others going on in between: what they change of it meanwhile may be in it or not. */
export async function readMemory(db: Reader, accountId: string): Promise<MemoryEntry[]> {
  const found: MemoryEntry[] = [];
  for await (const page of pagesOf<MemoryRow>(db, MEMORY_COLUMNS, accountId))
    for (const row of page) found.push(toEntry(row));
  return found;
}

/** When each row was first appended, by transaction id; see `readMemory`. */
export async function readAddedAt(db: Reader, accountId: string): Promise<Map<string, Instant>> {
  const added = new Map<string, Instant>();
  type AddedAt = { readonly transaction_id: string; readonly added_at: Instant };
  for await (const page of pagesOf<AddedAt>(db, 'transaction_id, added_at', accountId))
    for (const row of page) added.set(row.transaction_id, row.added_at);
  return added;
}

async function* pagesOf<Row extends { readonly transaction_id: string }>(
  db: Reader,
  columns: string,
  accountId: string,
): AsyncGenerator<Row[]> {
  const sql = `SELECT ${columns} FROM memory WHERE account_id = ? AND transaction_id > ?
    ORDER BY transaction_id LIMIT ${PAGE}`;
  for (let last: string | undefined = ''; last !== undefined;) {
    const page: Row[] = db.all<Row>(sql, accountId, last);
    yield page;
    last = page.at(PAGE - 1)?.transaction_id;
    if (last !== undefined) await turn();
  }
}

/** What tells whether the rows of a bank account are the bank's: see `MemoryEntry`. */
export interface AccountMemory extends Pick<MemoryEntry, 'transactionId' | 'status' | 'state' | 'shownBy'> {
  readonly date: CalendarDate;
  readonly amount: Amount;
  readonly description: string;
  readonly currency: string;
}

/** Those of a bank account, by date and a page at a time. `since`: only of that day and later. */
export function* accountMemoryPages(
  db: Reader,
  accountId: string,
  bankAccountId: string,
  since = '',
): Generator<AccountMemory[], void, void> {
  // Without statistics, SQLite takes the primary key, which holds all bank accounts.
  const sql = `SELECT transaction_id AS transactionId, status, state, shown_by AS shownBy, date, amount, description, currency
     FROM memory INDEXED BY memory_of_bank_account
     WHERE account_id = ? AND bank_account_id = ? AND (date, transaction_id) > (?, ?)
     ORDER BY date, transaction_id LIMIT ${PAGE}`;
  for (
    let last: Pick<AccountMemory, 'date' | 'transactionId'> | undefined = {
      date: since as CalendarDate,
      transactionId: '',
    };
    last;
  ) {
    const page: AccountMemory[] = db.all<AccountMemory>(sql, accountId, bankAccountId, last.date, last.transactionId);
    yield page;
    last = page.at(PAGE - 1);
  }
}
