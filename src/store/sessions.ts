import type { Instant } from '../core/calendar-date.ts';
import type { Reader, Writer } from './database.ts';
import { insertRow, tableOf } from './table.ts';

export interface Session {
  readonly id: string;
  readonly browser: string | null;
  readonly system: string | null;
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant;
}

const SESSIONS = tableOf<Session>('session', 'id browser system created_at last_used_at');

export function listSessions(db: Reader): Session[] {
  return SESSIONS.list(db, 'ORDER BY last_used_at DESC, id DESC');
}

export function findSession(db: Reader, id: string): Session | null {
  return SESSIONS.find(db, 'WHERE id = ?', id);
}

export function findSessionKey(db: Reader, id: string): Buffer | null {
  return db.value<Buffer | null>('SELECT public_key FROM session WHERE id = ?', id) ?? null;
}

export function addSession(db: Writer, session: Session, publicKey: Buffer | null): void {
  const { id, browser, system, createdAt, lastUsedAt } = session;
  insertRow(db, 'session', { id, browser, system, createdAt, lastUsedAt, publicKey });
}

export function touchSession(db: Writer, id: string, at: Instant): void {
  db.run('UPDATE session SET last_used_at = ? WHERE id = ?', at, id);
}

export function endSession(db: Writer, id: string): boolean {
  return db.run('DELETE FROM session WHERE id = ?', id) === 1;
}

export function endAllSessions(db: Writer): number {
  return db.run('DELETE FROM session');
}

export function endKeylessSessions(db: Writer): void {
  db.run('DELETE FROM session WHERE public_key IS NULL');
}
