import type { Amount } from '../core/amount.ts';
import type { Balance, BalanceKind } from '../core/balance.ts';
import type { CalendarDate, Instant } from '../core/calendar-date.ts';
import type { Reader, Writer } from './database.ts';

/** A balance with who stated it, as a run brings it. */
export interface StatedBalance {
  readonly bankAccountId: string;
  /** What the bank account was called. */
  readonly name: string;
  readonly kind: BalanceKind;
  readonly amount: Amount;
  readonly currency: string;
  readonly date: CalendarDate;
  readonly at: Instant | null;
  readonly connectionId: string;
  /** The hash of the file; null for what a feed stated. */
  readonly file: string | null;
}

/** One that is kept. */
export interface KnownBalance extends StatedBalance {
  readonly learnedAt: Instant;
}

interface BalanceRow {
  bank_account_id: string;
  name: string;
  kind: BalanceKind;
  amount: string;
  currency: string;
  date: string;
  at: string | null;
  connection_id: string;
  file: string;
  learned_at: string;
}

export function statedBalance(
  { account, kind, amount, currency, date, at }: Balance,
  by: Pick<StatedBalance, 'connectionId' | 'file'>,
): StatedBalance {
  return { bankAccountId: account.id, name: account.name, kind, amount, currency, date, at, ...by };
}

/** Keeps what a run brought. Of one day, what a source states later takes the place of what it stated before. */
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

/** Whether the same source has stated just this before. */
export function isBalanceKnown(db: Reader, accountId: string, balance: StatedBalance): boolean {
  const { bankAccountId, currency, kind, date, connectionId, file, name, at, amount } = balance;
  const sql = `SELECT 1 FROM balance WHERE account_id = ? AND bank_account_id = ? AND currency = ? AND kind = ? AND date = ?
    AND connection_id = ? AND file = ? AND name = ? AND at IS ? AND amount = ?`;
  const values = [accountId, bankAccountId, currency, kind, date, connectionId, file ?? '', name, at, amount];
  return db.get(sql, ...values) !== undefined;
}

/** Takes back what a run brought. Returns the bank accounts that it was about. */
export function forgetBalancesOf(db: Writer, runId: string): string[] {
  const about = db.all<{ id: string }>('SELECT DISTINCT bank_account_id AS id FROM balance WHERE run_id = ?', runId);
  db.run('DELETE FROM balance WHERE run_id = ?', runId);
  return about.map(({ id }) => id);
}

/** For an account that got another workbook: nothing shows that its rows begin or end where these do. */
export function forgetBalances(db: Writer, accountId: string): void {
  db.run('DELETE FROM balance WHERE account_id = ?', accountId);
  db.run('DELETE FROM reconciliation WHERE account_id = ?', accountId);
}

/** All of one bank account, oldest first. */
export function listBalancesOf(db: Reader, accountId: string, bankAccountId: string): KnownBalance[] {
  return db
    .all<BalanceRow>(
      `SELECT * FROM balance WHERE account_id = ? AND bank_account_id = ? ORDER BY date, learned_at`,
      accountId,
      bankAccountId,
    )
    .map(toBalance);
}

/** What each bank account was called last. */
export function listAccountNames(db: Reader, accountId: string): Map<string, string> {
  const rows = db.all<{ id: string; name: string }>(
    'SELECT bank_account_id AS id, name, max(learned_at) FROM balance WHERE account_id = ? GROUP BY bank_account_id',
    accountId,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The newest of each bank account, currency and source: what was booked, and what could be spent. */
export function listLatestBalances(db: Reader, accountId: string): KnownBalance[] {
  return db
    .all<BalanceRow>(
      `SELECT bank_account_id, name, kind, amount, currency, max(date) AS date, at, connection_id, file, learned_at
       FROM balance WHERE account_id = ? AND kind <> 'opening'
       GROUP BY bank_account_id, currency, kind, connection_id`,
      accountId,
    )
    .map(toBalance);
}

function toBalance(row: BalanceRow): KnownBalance {
  return {
    bankAccountId: row.bank_account_id,
    name: row.name,
    kind: row.kind,
    amount: row.amount as Amount,
    currency: row.currency,
    date: row.date as CalendarDate,
    at: row.at as Instant | null,
    connectionId: row.connection_id,
    file: row.file === '' ? null : row.file,
    learnedAt: row.learned_at as Instant,
  };
}
