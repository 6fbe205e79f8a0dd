import type { Amount } from '../core/amount.ts';
import type { CalendarDate, Instant } from '../core/calendar-date.ts';
import type { Reader, Writer } from './database.ts';
import { insertRow, parseStored, tableOf } from './table.ts';

export interface StoredReconciliation<Result> {
  readonly bankAccountId: string;
  readonly currency: string;
  readonly isStale: boolean;
  readonly basis: string;
  readonly result: Result | null;
}

const RECONCILIATIONS = tableOf<StoredReconciliation<unknown>>(
  'reconciliation',
  'bank_account_id currency is_stale basis result',
  { json: { result: 'what an account adds up to' }, flags: ['isStale'] },
);

export function listReconciliations<Result>(db: Reader, accountId: string): StoredReconciliation<Result>[] {
  return RECONCILIATIONS.list(db, 'WHERE account_id = ?', accountId) as StoredReconciliation<Result>[];
}

export function findTrend<Trend>(db: Reader, accountId: string, bankAccountId: string, currency: string): Trend | null {
  const sql = 'SELECT trend FROM reconciliation WHERE account_id = ? AND bank_account_id = ? AND currency = ?';
  const trend = db.value<string>(sql, accountId, bankAccountId, currency);
  return trend === undefined ? null : parseStored<Trend | null>('what an account held', trend);
}

export function saveReconciliation<Result>(
  db: Writer,
  accountId: string,
  { bankAccountId, currency, basis, result }: Omit<StoredReconciliation<Result>, 'isStale'>,
  trend: unknown,
): void {
  const computed = { isStale: 0, basis, result: JSON.stringify(result), trend: JSON.stringify(trend) };
  const key = 'account_id, bank_account_id, currency';
  insertRow(db, 'reconciliation', { accountId, bankAccountId, currency, ...computed }, key);
}

export function markStale(db: Writer, accountId: string, bankAccountIds: Iterable<string>): void {
  for (const id of new Set(bankAccountIds)) {
    db.run('UPDATE reconciliation SET is_stale = 1 WHERE account_id = ? AND bank_account_id = ?', accountId, id);
    db.run(
      `DELETE FROM reconciliation AS done WHERE account_id = ? AND bank_account_id = ? AND NOT EXISTS (
         SELECT 1 FROM balance AS stated
         WHERE stated.account_id = done.account_id
           AND stated.bank_account_id = done.bank_account_id AND stated.currency = done.currency)`,
      accountId,
      id,
    );
    db.run(
      `INSERT OR IGNORE INTO reconciliation
       SELECT DISTINCT account_id, bank_account_id, currency, 1, '', 'null', 'null' FROM balance
       WHERE account_id = ? AND bank_account_id = ?`,
      accountId,
      id,
    );
  }
}

export function markAllStale(db: Writer, accountId: string): void {
  db.run('UPDATE reconciliation SET is_stale = 1 WHERE account_id = ?', accountId);
}

export function isAnyStale(db: Reader, accountId: string): boolean {
  return db.get('SELECT 1 FROM reconciliation WHERE account_id = ? AND is_stale = 1', accountId) !== undefined;
}

/** Call this at the start, so that results of another format, and those of accounts without a result, are computed again. */
export function completeReconciliations(db: Writer, format: string): void {
  db.transaction(() => {
    db.run(
      `UPDATE reconciliation SET is_stale = 1, result = 'null' WHERE substr(basis, 1, ?) <> ?`,
      format.length,
      format,
    );
    db.run(
      `INSERT OR IGNORE INTO reconciliation
       SELECT DISTINCT account_id, bank_account_id, currency, 1, '', 'null', 'null' FROM balance`,
    );
  });
}

/** A difference that the user accepted. If its day or amount changes, the difference is reported again. */
export interface AcceptedDifference {
  readonly bankAccountId: string;
  readonly currency: string;
  readonly shownOn: CalendarDate;
  readonly amount: Amount;
  readonly note: string;
  readonly acceptedAt: Instant;
}

const ACCEPTED = tableOf<AcceptedDifference>(
  'accepted_difference',
  'bank_account_id currency shown_on amount note accepted_at',
);

export function listAcceptedDifferences(db: Reader, accountId: string): AcceptedDifference[] {
  return ACCEPTED.list(db, 'WHERE account_id = ?', accountId);
}

export function acceptDifference(db: Writer, accountId: string, accepted: AcceptedDifference): void {
  const { bankAccountId, currency, shownOn, amount, note, acceptedAt } = accepted;
  const sql = 'INSERT OR REPLACE INTO accepted_difference VALUES (?, ?, ?, ?, ?, ?, ?)';
  db.run(sql, accountId, bankAccountId, currency, shownOn, amount, note, acceptedAt);
}

export function withdrawAcceptance(
  db: Writer,
  accountId: string,
  { bankAccountId, currency, shownOn }: Pick<AcceptedDifference, 'bankAccountId' | 'currency' | 'shownOn'>,
): boolean {
  const sql =
    'DELETE FROM accepted_difference WHERE account_id = ? AND bank_account_id = ? AND currency = ? AND shown_on = ?';
  return db.run(sql, accountId, bankAccountId, currency, shownOn) > 0;
}
