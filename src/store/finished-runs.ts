import type { Run } from '../core/run.ts';
import type { Reader } from './database.ts';
import { findRun } from './runs.ts';

const PAGE = 100;

/**
 * Ended runs of an account behind this one, in the order in which they ended: an account's runs take turns, so that is the
 * order in which they were recorded, whatever the clock said. `after`: null for all from the first on. Null where that
 * run is not known here, as after the database was lost.
 */
export function listRunsEndedAfter(db: Reader, accountId: string, after: string | null): Run[] | null {
  const place = after === null ? 0 : placeOf(db, accountId, after);
  if (place === null) return null;
  return db
    .all<{ id: string }>(
      // Plus signs keep to the order of records: what is new is at their end.
      `SELECT id FROM run
       WHERE rowid > ? AND +account_id = ? AND status NOT IN ('queued', 'running')
         AND rowid < coalesce(
           (SELECT min(rowid) FROM run WHERE rowid > ? AND +account_id = ? AND status IN ('queued', 'running')),
           9223372036854775807)
       ORDER BY rowid LIMIT ${PAGE}`,
      place,
      accountId,
      place,
      accountId,
    )
    .flatMap(({ id }) => findRun(db, id) ?? []);
}

/** The last run that ended before any that has not; null when there is none. */
export function findLastEndedRun(db: Reader, accountId: string): string | null {
  const row = db.get<{ id: string }>(
    `SELECT id FROM run
     WHERE account_id = ? AND status NOT IN ('queued', 'running')
       AND rowid < coalesce(
         (SELECT min(rowid) FROM run WHERE account_id = ? AND status IN ('queued', 'running')),
         9223372036854775807)
     ORDER BY rowid DESC LIMIT 1`,
    accountId,
    accountId,
  );
  return row?.id ?? null;
}

function placeOf(db: Reader, accountId: string, runId: string): number | null {
  return (
    db.get<{ place: number }>('SELECT rowid AS place FROM run WHERE id = ? AND account_id = ?', runId, accountId)
      ?.place ?? null
  );
}
