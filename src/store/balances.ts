import type { DayBalance, BalanceRowValues } from '../core/balance-sheet.ts';
import type { Balance } from '../core/balance.ts';
import type { CalendarDate, Instant } from '../core/calendar-date.ts';
import type { Reader, Writer } from './database.ts';
import { selectList } from './table.ts';

export interface StatedBalance extends DayBalance {
  readonly connectionId: string;
  readonly file: string | null;
}

export interface KnownBalance extends StatedBalance {
  readonly learnedAt: Instant;
}

const BALANCE_COLUMNS = `${selectList('bank_account_id name kind amount currency at connection_id learned_at')},
  nullif(file, '') AS file`;

export function statedBalance(
  { account, kind, amount, currency, date, at }: Balance,
  by: Pick<StatedBalance, 'connectionId' | 'file'>,
): StatedBalance {
  return { bankAccountId: account.id, name: account.name, kind, amount, currency, date, at, ...by };
}

export function recordBalances(
  db: Writer,
  { accountId, runId }: { readonly accountId: string; readonly runId: string },
  stated: readonly StatedBalance[],
  learnedAt: Instant,
): void {
  const sql = `INSERT OR REPLACE INTO balance
    (account_id, bank_account_id, currency, kind, date, connection_id, file, name, at, amount, run_id, learned_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
  db.transaction(() => {
    for (const { bankAccountId, currency, kind, date, connectionId, file, name, at, amount } of stated) {
      const key = [accountId, bankAccountId, currency, kind, date, connectionId, file ?? ''];
      db.run(sql, ...key, name, at, amount, runId, learnedAt);
    }
  });
}

export function isBalanceKnown(db: Reader, accountId: string, balance: StatedBalance): boolean {
  const { bankAccountId, currency, kind, date, connectionId, file, name, at, amount } = balance;
  const sql = `SELECT 1 FROM balance WHERE account_id = ? AND bank_account_id = ? AND currency = ? AND kind = ? AND date = ?
    AND connection_id = ? AND file = ? AND name = ? AND at IS ? AND amount = ?`;
  const values = [accountId, bankAccountId, currency, kind, date, connectionId, file ?? '', name, at, amount];
  return db.get(sql, ...values) !== undefined;
}

export function forgetBalancesOf(db: Writer, runId: string): string[] {
  const about = db.all<{ id: string }>('SELECT DISTINCT bank_account_id AS id FROM balance WHERE run_id = ?', runId);
  db.run('DELETE FROM balance WHERE run_id = ?', runId);
  return about.map(({ id }) => id);
}

export function forgetBalances(db: Writer, accountId: string): void {
  db.run('DELETE FROM balance WHERE account_id = ?', accountId);
  db.run('DELETE FROM reconciliation WHERE account_id = ?', accountId);
  db.run('DELETE FROM accepted_difference WHERE account_id = ?', accountId);
}

export function listBalancesOf(db: Reader, accountId: string, bankAccountId: string): KnownBalance[] {
  return db.all(
    `SELECT ${BALANCE_COLUMNS}, date FROM balance WHERE account_id = ? AND bank_account_id = ? ORDER BY date, learned_at`,
    accountId,
    bankAccountId,
  );
}

export function listAccountNames(db: Reader, accountId: string): Map<string, string> {
  const rows = db.all<{ id: string; name: string }>(
    'SELECT bank_account_id AS id, name, max(learned_at) FROM balance WHERE account_id = ? GROUP BY bank_account_id',
    accountId,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export function listLatestBalances(db: Reader, accountId: string): KnownBalance[] {
  return db.all(
    `SELECT ${BALANCE_COLUMNS}, max(date) AS date FROM balance WHERE account_id = ? AND kind <> 'opening'
     GROUP BY bank_account_id, currency, kind, connection_id`,
    accountId,
  );
}

export function listUnwrittenBalances(db: Reader, accountId: string, today: CalendarDate): DayBalance[] {
  return db.all<DayBalance>(
    `SELECT bank_account_id AS bankAccountId, name, kind, amount, currency, date, at FROM balance AS stated
     WHERE account_id = ? AND kind IN ('closing', 'booked') AND date < ? AND NOT EXISTS (
       SELECT 1 FROM balance_row AS written
       WHERE written.account_id = stated.account_id AND written.bank_account_id = stated.bank_account_id
         AND written.currency = stated.currency AND written.date = stated.date)
     ORDER BY learned_at, date`,
    accountId,
    today,
  );
}

export function isBalanceWritten(
  db: Reader,
  accountId: string,
  { bankAccountId, currency, date }: Pick<DayBalance, 'bankAccountId' | 'currency' | 'date'>,
): boolean {
  const sql = 'SELECT 1 FROM balance_row WHERE account_id = ? AND bank_account_id = ? AND currency = ? AND date = ?';
  return db.get(sql, accountId, bankAccountId, currency, date) !== undefined;
}

export function listBalanceRowsOf(db: Reader, runId: string): BalanceRowValues[] {
  return db.all(
    `SELECT date, name AS account, bank_account_id AS accountId, amount, currency FROM balance_row
     WHERE run_id = ? ORDER BY date, name`,
    runId,
  );
}

export function saveBalanceRows(
  db: Writer,
  { accountId, runId }: { readonly accountId: string; readonly runId: string },
  rows: readonly BalanceRowValues[],
): void {
  const sql = `INSERT OR REPLACE INTO balance_row (account_id, bank_account_id, currency, date, run_id, name, amount)
    VALUES (?, ?, ?, ?, ?, ?, ?)`;
  for (const { accountId: bankAccountId, currency, date, account, amount } of rows)
    db.run(sql, accountId, bankAccountId, currency, date, runId, account, amount);
}

export function forgetBalanceRows(db: Writer, accountId: string, rows: readonly BalanceRowValues[]): void {
  const sql = 'DELETE FROM balance_row WHERE account_id = ? AND bank_account_id = ? AND currency = ? AND date = ?';
  for (const { accountId: bankAccountId, currency, date } of rows)
    db.run(sql, accountId, bankAccountId, currency, date);
}

export function forgetAllBalanceRows(db: Writer, accountId: string): void {
  db.run('DELETE FROM balance_row WHERE account_id = ?', accountId);
  db.run('DELETE FROM missing_balances WHERE account_id = ?', accountId);
}

export function isMissingBalancesReported(db: Reader, accountId: string): boolean {
  return db.get('SELECT 1 FROM missing_balances WHERE account_id = ?', accountId) !== undefined;
}

export function recordMissingBalances(db: Writer, accountId: string, reportedAt: Instant | null): void {
  if (reportedAt === null) db.run('DELETE FROM missing_balances WHERE account_id = ?', accountId);
  else db.run('INSERT OR IGNORE INTO missing_balances (account_id, told_at) VALUES (?, ?)', accountId, reportedAt);
}
