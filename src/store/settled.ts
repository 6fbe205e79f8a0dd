import type { BalanceRow } from '../core/balance-sheet.ts';
import type { CalendarDate } from '../core/calendar-date.ts';
import type { Rule } from '../core/snapshot.ts';
import type { Reader, Writer } from './database.ts';
import { insertRow, parseStored } from './table.ts';

/** The state of the workbook (see `settledState`) that the memory matches; null if the memory has changed since. */
export function findSettled(db: Reader, accountId: string): string | null {
  return db.value<string | null>('SELECT settled FROM account WHERE id = ?', accountId) ?? null;
}

/** Call this after saving the memory, in the same transaction. */
export function saveSettled(db: Writer, accountId: string, state: string | null): void {
  db.run('UPDATE account SET settled = ? WHERE id = ?', state, accountId);
}

export interface SettledSheet {
  readonly rules: readonly Rule[];
  readonly needsAllRows: boolean;
  readonly balances: SettledBalances | null;
}

export interface SettledBalances {
  readonly since: CalendarDate;
  readonly rows: readonly BalanceRow[];
}

/** Valid only if `findSettled` returns the current state of the workbook. */
export function findSettledSheet(db: Reader, accountId: string): SettledSheet | null {
  const sql = 'SELECT rules, has_lost_ids, balances FROM settled_sheet WHERE account_id = ?';
  const found = db.get<{ rules: string; has_lost_ids: number; balances: string }>(sql, accountId);
  if (found === undefined) return null;
  return {
    rules: parseStored<Rule[]>('the rules of a workbook', found.rules),
    needsAllRows: found.has_lost_ids === 1,
    balances: parseStored<SettledBalances | null>('the balances of a workbook', found.balances),
  };
}

export function saveSettledSheet(db: Writer, accountId: string, { rules, needsAllRows, balances }: SettledSheet): void {
  // `balances` may be null, which is stored as the JSON text "null".
  const row = { accountId, rules, hasLostIds: needsAllRows, balances: JSON.stringify(balances) };
  insertRow(db, 'settled_sheet', row, 'account_id');
}

const MOST_STORED = 500;

export function latestBalances(rows: readonly BalanceRow[] | undefined): SettledBalances | null {
  if (rows === undefined) return null;
  const dates = rows.flatMap(({ date }) => (date === null ? [] : [date])).sort();
  const since = dates.at(-MOST_STORED) ?? EARLIEST;
  return { since, rows: rows.filter(({ date }) => date !== null && date >= since) };
}

const EARLIEST = '0001-01-01' as CalendarDate;
