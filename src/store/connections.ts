import type { Report } from '../messages/parameters.ts';
import type { CalendarDate, Instant } from '../core/calendar-date.ts';
import { createError } from '../platform/errors.ts';
import type { Reader, Writer } from './database.ts';
import { insertRow, tableOf } from './table.ts';

export interface Connection {
  readonly id: string;
  readonly accountId: string;
  readonly source: string;
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly paused: boolean;
  readonly syncedUntil: CalendarDate | null;
  readonly health: ConnectionHealth;
  readonly createdAt: Instant;
}

export interface ConnectionHealth {
  readonly lastAttemptAt: Instant | null;
  readonly lastSuccessAt: Instant | null;
  readonly failures: number;
  readonly problem: ConnectionProblem | null;
}

export interface ConnectionProblem extends Report {
  readonly notBefore?: Instant;
}

const CONNECTIONS = tableOf<Connection, Omit<Connection, 'health'> & ConnectionHealth>(
  'connection',
  'id account_id source name settings paused synced_until last_attempt_at last_success_at failures problem created_at',
  {
    json: { settings: 'the settings of a connection', problem: 'the state of a connection' },
    flags: ['paused'],
    convert: ({ lastAttemptAt, lastSuccessAt, failures, problem, ...row }) => {
      return { ...row, health: { lastAttemptAt, lastSuccessAt, failures, problem } };
    },
  },
);

export function listConnections(db: Reader, accountId: string): Connection[] {
  return CONNECTIONS.list(db, 'WHERE account_id = ? ORDER BY created_at, id', accountId);
}

export function findConnection(db: Reader, id: string): Connection | null {
  return CONNECTIONS.find(db, 'WHERE id = ?', id);
}

/** Throws PennyrowError `connection_unknown`. */
export function requireConnection(db: Reader, id: string): Connection {
  const connection = findConnection(db, id);
  if (connection !== null) return connection;
  throw createError('connection_unknown', { connection: id, known: null });
}

export function addConnection(
  db: Writer,
  connection: Pick<Connection, 'id' | 'accountId' | 'source' | 'name' | 'settings' | 'createdAt'>,
): void {
  const { id, accountId, source, name, settings, createdAt } = connection;
  insertRow(db, 'connection', { id, accountId, source, name, settings, createdAt });
}

export function updateConnection(
  db: Writer,
  { id, name, settings, paused }: Pick<Connection, 'id' | 'name' | 'settings' | 'paused'>,
): void {
  const sql = 'UPDATE connection SET name = ?, settings = ?, paused = ? WHERE id = ?';
  db.run(sql, name, JSON.stringify(settings), paused ? 1 : 0, id);
}

export function rememberInConnection(db: Writer, id: string, news: object): void {
  db.transaction(() => {
    const connection = findConnection(db, id);
    if (connection !== null) updateConnection(db, { ...connection, settings: { ...connection.settings, ...news } });
  });
}

export function consentEndOf({ settings }: Pick<Connection, 'settings'>): Instant | null {
  const { consentEndsAt } = settings;
  return typeof consentEndsAt === 'string' ? (consentEndsAt as Instant) : null;
}

export function secretOfConnection({ id, source }: Pick<Connection, 'id' | 'source'>): string {
  return `${source}/${id}`;
}

export function removeConnection(db: Writer, id: string): void {
  db.run('DELETE FROM connection WHERE id = ?', id);
}

export function recordFetchSuccess(
  db: Writer,
  id: string,
  at: Instant,
  syncedUntil: CalendarDate | null,
  problem: ConnectionProblem | null,
): void {
  const sql = `UPDATE connection SET last_attempt_at = ?, last_success_at = ?, synced_until = ?, failures = 0, problem = ?
    WHERE id = ?`;
  db.run(sql, at, at, syncedUntil, problem === null ? null : JSON.stringify(problem), id);
}

export function recordFetchFailure(db: Writer, id: string, at: Instant, problem: ConnectionProblem): void {
  const sql = 'UPDATE connection SET last_attempt_at = ?, failures = failures + 1, problem = ? WHERE id = ?';
  db.run(sql, at, JSON.stringify(problem), id);
}

/** Records a test of the connection. A successful test clears the problem of a failed fetch, but not of a partly failed one. */
export function recordTrial(db: Writer, id: string, at: Instant, problem: ConnectionProblem | null): void {
  const stored = problem === null ? null : JSON.stringify(problem);
  const sql = `UPDATE connection
    SET last_attempt_at = ?, problem = CASE WHEN failures = 0 THEN coalesce(?, problem) ELSE ? END, failures = 0
    WHERE id = ?`;
  db.run(sql, at, stored, stored, id);
}

export function noteProblem(db: Writer, id: string, problem: ConnectionProblem): void {
  db.run('UPDATE connection SET problem = ? WHERE id = ?', JSON.stringify(problem), id);
}

export function clearProblem(db: Writer, id: string): void {
  db.run('UPDATE connection SET failures = 0, problem = NULL WHERE id = ?', id);
}

export function recordSkippedFetch(
  db: Writer,
  id: string,
  problem: ConnectionProblem & { readonly notBefore: Instant },
): void {
  db.transaction(() => {
    const before = findConnection(db, id)?.health.problem ?? problem;
    noteProblem(db, id, { ...before, notBefore: problem.notBefore });
  });
}

export function restartConnections(db: Writer, accountId: string): void {
  db.run('UPDATE connection SET synced_until = NULL WHERE account_id = ?', accountId);
}

export function rewindConnections(db: Writer, accountId: string, from: CalendarDate): void {
  db.run('UPDATE connection SET synced_until = ? WHERE account_id = ? AND synced_until > ?', from, accountId, from);
}
