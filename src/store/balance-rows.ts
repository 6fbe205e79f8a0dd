import type { Amount } from '../core/amount.ts';
import type { DayBalance, BalanceRowValues } from '../core/balance-sheet.ts';
import type { CalendarDate, Instant } from '../core/calendar-date.ts';
import type { Reader, Writer } from './database.ts';

interface WrittenRow {
  bank_account_id: string;
  currency: string;
  date: string;
  name: string;
  amount: string;
}

/** Balances of days before `today` that have no row of the Balances sheet, and had none that was deleted. */
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
  return (
    db.get(
      'SELECT 1 FROM balance_row WHERE account_id = ? AND bank_account_id = ? AND currency = ? AND date = ?',
      accountId,
      bankAccountId,
      currency,
      date,
    ) !== undefined
  );
}

/** The rows that a run appended, as it wrote them. */
export function listBalanceRowsOf(db: Reader, runId: string): BalanceRowValues[] {
  return db
    .all<WrittenRow>(
      'SELECT bank_account_id, currency, date, name, amount FROM balance_row WHERE run_id = ? ORDER BY date, name',
      runId,
    )
    .map((row) => ({
      date: row.date as CalendarDate,
      account: row.name,
      accountId: row.bank_account_id,
      amount: row.amount as Amount,
      currency: row.currency,
    }));
}

/** Notes what a run appended. */
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

/** A later run may append them again. */
export function forgetBalanceRows(db: Writer, accountId: string, rows: readonly BalanceRowValues[]): void {
  const sql = 'DELETE FROM balance_row WHERE account_id = ? AND bank_account_id = ? AND currency = ? AND date = ?';
  for (const { accountId: bankAccountId, currency, date } of rows)
    db.run(sql, accountId, bankAccountId, currency, date);
}

/** For an account that got another workbook. */
export function forgetAllBalanceRows(db: Writer, accountId: string): void {
  db.run('DELETE FROM balance_row WHERE account_id = ?', accountId);
  db.run('DELETE FROM missing_balances WHERE account_id = ?', accountId);
}

/** Whether a person was told that the workbook has lost its Balances sheet. */
export function isMissingBalancesTold(db: Reader, accountId: string): boolean {
  return db.get('SELECT 1 FROM missing_balances WHERE account_id = ?', accountId) !== undefined;
}

/** Null: the sheet is there. */
export function recordMissingBalances(db: Writer, accountId: string, toldAt: Instant | null): void {
  if (toldAt === null) db.run('DELETE FROM missing_balances WHERE account_id = ?', accountId);
  else db.run('INSERT OR IGNORE INTO missing_balances (account_id, told_at) VALUES (?, ?)', accountId, toldAt);
}
