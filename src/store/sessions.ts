import type { Instant } from '../core/calendar-date.ts';
import type { Reader, Writer } from './database.ts';

/** A browser that is signed in to the dashboard. */
export interface Session {
  readonly id: string;
  /** "Firefox"; null if unknown. */
  readonly browser: string | null;
  readonly system: string | null;
  readonly createdAt: Instant;
  /** Rounded to minutes. */
  readonly lastUsedAt: Instant;
}

interface SessionRow {
  id: string;
  browser: string | null;
  system: string | null;
  created_at: string;
  last_used_at: string;
}

const COLUMNS = 'id, browser, system, created_at, last_used_at';

/** Last used first. */
export function listSessions(db: Reader): Session[] {
  return db.all<SessionRow>(`SELECT ${COLUMNS} FROM session ORDER BY last_used_at DESC, id DESC`).map(toSession);
}

export function findSession(db: Reader, id: string): Session | null {
  const row = db.get<SessionRow>(`SELECT ${COLUMNS} FROM session WHERE id = ?`, id);
  return row === undefined ? null : toSession(row);
}

/** The public key that authenticates the browser: DER, SubjectPublicKeyInfo. */
export function findSessionKey(db: Reader, id: string): Buffer | null {
  return db.get<{ public_key: Buffer | null }>('SELECT public_key FROM session WHERE id = ?', id)?.public_key ?? null;
}

export function addSession(db: Writer, session: Session, publicKey: Buffer | null): void {
  db.run(
    `INSERT INTO session (public_key, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`,
    publicKey,
    session.id,
    session.browser,
    session.system,
    session.createdAt,
    session.lastUsedAt,
  );
}

export function touchSession(db: Writer, id: string, at: Instant): void {
  db.run('UPDATE session SET last_used_at = ? WHERE id = ?', at, id);
}

/** False if there was none. */
export function endSession(db: Writer, id: string): boolean {
  return db.run('DELETE FROM session WHERE id = ?', id) === 1;
}

/** Returns their number. */
export function endAllSessions(db: Writer): number {
  return db.run('DELETE FROM session');
}

/** Removes sessions without a stored key, which cannot be authenticated after a restart. */
export function endKeylessSessions(db: Writer): void {
  db.run('DELETE FROM session WHERE public_key IS NULL');
}

function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    browser: row.browser,
    system: row.system,
    createdAt: row.created_at as Instant,
    lastUsedAt: row.last_used_at as Instant,
  };
}
