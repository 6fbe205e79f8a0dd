import type { Instant } from '../core/calendar-date.ts';
import type { Reader, Writer } from './database.ts';

/** When each hand-typed row, by its key, was first seen. */
export function listFirstSeen(db: Reader, accountId: string): Map<string, Instant> {
  const rows = db.all<{ row_key: string; seen_at: string }>(
    'SELECT row_key, seen_at FROM first_seen WHERE account_id = ?',
    accountId,
  );
  return new Map(rows.map((row) => [row.row_key, row.seen_at as Instant]));
}

export function recordFirstSeen(db: Writer, accountId: string, rowKeys: Iterable<string>, at: Instant): void {
  db.transaction(() => {
    for (const key of rowKeys) {
      db.run(
        'INSERT INTO first_seen (account_id, row_key, seen_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
        accountId,
        key,
        at,
      );
    }
  });
}
