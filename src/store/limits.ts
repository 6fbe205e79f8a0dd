import type { Reader, Writer } from './database.ts';

export interface SyncLimits {
  readonly perHour: number;
  readonly perDay: number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Returns null and stores the time if a sync is allowed, else the wait. Deletes stored times that are in the future. */
export function takeSyncSlot(
  db: Writer,
  accountId: string,
  nowMs: number,
  limits: SyncLimits,
): { readonly retryAfterSeconds: number } | null {
  return db.transaction(() => {
    db.run('DELETE FROM sync_request WHERE account_id = ? AND (at <= ? OR at > ?)', accountId, nowMs - DAY, nowMs);
    const wait = Math.max(
      waitFor(db, accountId, nowMs, HOUR, limits.perHour),
      waitFor(db, accountId, nowMs, DAY, limits.perDay),
    );
    if (wait > 0) return { retryAfterSeconds: Math.ceil(wait / 1000) };
    db.run('INSERT INTO sync_request (account_id, at) VALUES (?, ?)', accountId, nowMs);
    return null;
  });
}

function waitFor(db: Reader, accountId: string, nowMs: number, windowMs: number, limit: number): number {
  if (limit <= 0) return windowMs;
  const sql = 'SELECT at FROM sync_request WHERE account_id = ? AND at > ? ORDER BY at DESC LIMIT 1 OFFSET ?';
  const at = db.value<number>(sql, accountId, nowMs - windowMs, limit - 1);
  return at === undefined ? 0 : at + windowMs - nowMs;
}
