import { setImmediate as turn } from 'node:timers/promises';
import type { Instant } from '../core/calendar-date.ts';
import type { MemoryEntry } from '../core/memory.ts';
import type { RowValues } from '../core/row.ts';
import type { Reader } from './database.ts';
import { queryMemory } from './memory.ts';

/** So many are read in a few milliseconds. */
const PAGE = 1000;

const NEXT = `memory WHERE account_id = ? AND transaction_id > ? ORDER BY transaction_id LIMIT ${PAGE}`;

/** What `listMemory` lists, others going on in between: what they change of it meanwhile may be in it or not. */
export async function readMemory(db: Reader, accountId: string): Promise<MemoryEntry[]> {
  const found: MemoryEntry[] = [];
  for (const page of pages<MemoryEntry>((last) => queryMemory(db, NEXT, accountId, last?.transactionId ?? ''))) {
    for (const entry of page) found.push(entry);
    await turn();
  }
  return found;
}

/** When each row was first appended, by transaction id; see `readMemory`. */
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

/** What tells whether the rows of a bank account are the bank's: see `MemoryEntry`. */
export type AccountMemory = Pick<MemoryEntry, 'transactionId' | 'status' | 'state' | 'shownBy'> &
  Pick<RowValues, 'date' | 'amount' | 'description' | 'currency'>;

/** Those of a bank account, by date and a page at a time. `since`: only of that day and later. */
export function accountMemoryPages(
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
  return pages((last) => db.all(sql, accountId, bankAccountId, last?.date ?? since, last?.transactionId ?? ''));
}

/** `next`: the page that follows an item, or the first one. */
function* pages<Item>(next: (last: Item | undefined) => Item[]): Generator<Item[], void, void> {
  let last: Item | undefined;
  do {
    const page = next(last);
    yield page;
    last = page.at(PAGE - 1);
  } while (last !== undefined);
}
