import type { Reader, Writer } from './database.ts';

/** How often a connection may ask its source in any 24 hours. */
export interface RequestLimit {
  readonly perDay: number;
  /** Of these, how many are left to a person when nobody is at the machine. */
  readonly reserved: number;
  /** How many have to be taken before none is left for days of the past. */
  readonly past: number;
}

/** Who asks, and for what. */
export interface RequestPurpose {
  readonly isPerson: boolean;
  readonly isPast: boolean;
}

const DAY = 86_400_000;

/**
 * Takes one place, or says when the next one is free, in epoch milliseconds. Kept in the database, so that a restart gives
 * no new places. A clock that was set back frees those taken "in the future".
 */
export function takeRequest(
  db: Writer,
  connectionId: string,
  nowMs: number,
  { perDay, reserved, past }: RequestLimit,
  { isPerson, isPast }: RequestPurpose,
): number | null {
  return db.transaction(() => {
    db.run(
      'DELETE FROM source_request WHERE connection_id = ? AND (at <= ? OR at > ?)',
      connectionId,
      nowMs - DAY,
      nowMs,
    );
    const most = isPerson ? perDay : perDay - reserved;
    const blocking = newest(db, connectionId, isPast ? Math.min(past, most) : most);
    if (blocking !== null) return blocking + DAY;
    db.run(
      'INSERT INTO source_request (connection_id, at) SELECT id, ? FROM connection WHERE id = ?',
      nowMs,
      connectionId,
    );
    return null;
  });
}

/** The moment of the request that must grow old before another fits; null when one fits now. */
function newest(db: Reader, connectionId: string, limit: number): number | null {
  const sql = 'SELECT at FROM source_request WHERE connection_id = ? ORDER BY at DESC LIMIT 1 OFFSET ?';
  return db.get<{ at: number }>(sql, connectionId, limit - 1)?.at ?? null;
}
