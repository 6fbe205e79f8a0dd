import type { CalendarDate } from '../core/calendar-date.ts';
import type { MemoryEntry } from '../core/memory.ts';
import type { Reader } from './database.ts';
import { MEMORY_COLUMNS, toEntry, type MemoryRow } from './memory.ts';

/** What is remembered of a bank account from one day to another, both included. */
export function listMemoryOfDays(
  db: Reader,
  accountId: string,
  bankAccountId: string,
  { from, to }: { readonly from: CalendarDate; readonly to: CalendarDate },
): MemoryEntry[] {
  return Array.from(
    db.iterate<MemoryRow>(
      `SELECT ${MEMORY_COLUMNS} FROM memory INDEXED BY memory_of_bank_account
       WHERE account_id = ? AND bank_account_id = ? AND date BETWEEN ? AND ?`,
      accountId,
      bankAccountId,
      from,
      to,
    ),
    toEntry,
  );
}

/** Pending rows of a connection that still wait to post. */
export function listPending(db: Reader, accountId: string, connectionId: string): MemoryEntry[] {
  return db
    .all<MemoryRow>(
      `SELECT ${MEMORY_COLUMNS} FROM memory INDEXED BY memory_pending
       WHERE account_id = ? AND connection_id = ? AND status = 'pending' AND state = 'in-sheet'`,
      accountId,
      connectionId,
    )
    .map(toEntry);
}

/** Whether a connection has brought anything of a bank account. */
export function knowsBankAccount(db: Reader, accountId: string, connectionId: string, bankAccountId: string): boolean {
  const sql = `SELECT 1 FROM memory INDEXED BY memory_of_bank_account
    WHERE account_id = ? AND bank_account_id = ? AND connection_id = ? LIMIT 1`;
  return db.get(sql, accountId, bankAccountId, connectionId) !== undefined;
}
