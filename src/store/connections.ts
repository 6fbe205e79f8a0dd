import type { Report } from '../messages/parameters.ts';
import type { CalendarDate, Instant } from '../core/calendar-date.ts';
import { parseStored } from './damage.ts';
import { selectList, type Reader, type Writer } from './database.ts';

/** A configured source of an account. Its secrets are in the vault, never in `settings`. */
export interface Connection {
  readonly id: string;
  readonly accountId: string;
  /** The kind of the source: "demo", "statements", … */
  readonly source: string;
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly paused: boolean;
  /** The last day that was fetched completely; the next fetch begins a few days earlier. */
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
  /** The source must not be requested before this moment. */
  readonly notBefore?: Instant;
}

interface ConnectionRow extends Omit<Connection, 'settings' | 'paused' | 'health'>, Omit<ConnectionHealth, 'problem'> {
  readonly settings: string;
  readonly paused: number;
  readonly problem: string | null;
}

const COLUMNS = selectList(
  'id account_id source name settings paused synced_until last_attempt_at last_success_at failures problem created_at',
);

export function listConnections(db: Reader, accountId: string): Connection[] {
  return db
    .all<ConnectionRow>(`SELECT ${COLUMNS} FROM connection WHERE account_id = ? ORDER BY created_at, id`, accountId)
    .map(toConnection);
}

export function findConnection(db: Reader, id: string): Connection | null {
  const row = db.get<ConnectionRow>(`SELECT ${COLUMNS} FROM connection WHERE id = ?`, id);
  return row === undefined ? null : toConnection(row);
}

export function addConnection(
  db: Writer,
  connection: Pick<Connection, 'id' | 'accountId' | 'source' | 'name' | 'settings' | 'createdAt'>,
): void {
  db.run(
    'INSERT INTO connection (id, account_id, source, name, settings, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    connection.id,
    connection.accountId,
    connection.source,
    connection.name,
    JSON.stringify(connection.settings),
    connection.createdAt,
  );
}

export function updateConnection(
  db: Writer,
  connection: Pick<Connection, 'id' | 'name' | 'settings' | 'paused'>,
): void {
  db.run(
    'UPDATE connection SET name = ?, settings = ?, paused = ? WHERE id = ?',
    connection.name,
    JSON.stringify(connection.settings),
    connection.paused ? 1 : 0,
    connection.id,
  );
}

/** Merges values into the settings. Does nothing if the connection was removed. */
export function rememberInConnection(db: Writer, id: string, news: object): void {
  db.transaction(() => {
    const connection = findConnection(db, id);
    if (connection !== null) updateConnection(db, { ...connection, settings: { ...connection.settings, ...news } });
  });
}

/** The end of the consent that the user gave to the service; null without a consent or end. */
export function consentEndOf({ settings }: Pick<Connection, 'settings'>): Instant | null {
  const { consentEndsAt } = settings;
  return typeof consentEndsAt === 'string' ? (consentEndsAt as Instant) : null;
}

/** The name of the secret in the vault. The database removes the secret together with the connection. */
export function secretOfConnection({ id, source }: Pick<Connection, 'id' | 'source'>): string {
  return `${source}/${id}`;
}

/** Removes the connection and its secret. Its rows stay in the workbook and in memory. */
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
  db.run(
    `UPDATE connection
     SET last_attempt_at = ?, last_success_at = ?, synced_until = ?, failures = 0, problem = ?
     WHERE id = ?`,
    at,
    at,
    syncedUntil,
    problem === null ? null : JSON.stringify(problem),
    id,
  );
}

export function recordFetchFailure(db: Writer, id: string, at: Instant, problem: ConnectionProblem): void {
  db.run(
    'UPDATE connection SET last_attempt_at = ?, failures = failures + 1, problem = ? WHERE id = ?',
    at,
    JSON.stringify(problem),
    id,
  );
}

/**
 * Records a successful test of the access, without a fetch. It does not prove that a problem of the last fetch is solved, if only a part
 * of the fetch failed.
 */
export function recordTrial(db: Writer, id: string, at: Instant, problem: ConnectionProblem | null): void {
  const stored = problem === null ? null : JSON.stringify(problem);
  db.run(
    `UPDATE connection
     SET last_attempt_at = ?, problem = CASE WHEN failures = 0 THEN coalesce(?, problem) ELSE ? END, failures = 0
     WHERE id = ?`,
    at,
    stored,
    stored,
    id,
  );
}

export function noteProblem(db: Writer, id: string, problem: ConnectionProblem): void {
  db.run('UPDATE connection SET problem = ? WHERE id = ?', JSON.stringify(problem), id);
}

/** Clears a problem that was presumably solved, so that the connection is fetched as usual. */
export function clearProblem(db: Writer, id: string): void {
  db.run('UPDATE connection SET failures = 0, problem = NULL WHERE id = ?', id);
}

/** Records a fetch that was not attempted: keeps the previous problem and does not count a failure. */
export function recordSkippedFetch(
  db: Writer,
  id: string,
  problem: ConnectionProblem & { readonly notBefore: Instant },
): void {
  db.transaction(() => {
    const before = findConnection(db, id)?.health.problem ?? problem;
    db.run(
      'UPDATE connection SET problem = ? WHERE id = ?',
      JSON.stringify({ ...before, notBefore: problem.notBefore }),
      id,
    );
  });
}

export function restartConnections(db: Writer, accountId: string): void {
  db.run('UPDATE connection SET synced_until = NULL WHERE account_id = ?', accountId);
}

/** Makes the next fetch of each connection begin at `from` or earlier. */
export function rewindConnections(db: Writer, accountId: string, from: CalendarDate): void {
  db.run('UPDATE connection SET synced_until = ? WHERE account_id = ? AND synced_until > ?', from, accountId, from);
}

function toConnection({ lastAttemptAt, lastSuccessAt, failures, problem, ...row }: ConnectionRow): Connection {
  const stored = problem === null ? null : parseStored<ConnectionProblem>('the state of a connection', problem);
  return {
    ...row,
    settings: parseStored<Record<string, unknown>>('the settings of a connection', row.settings),
    paused: row.paused === 1,
    health: { lastAttemptAt, lastSuccessAt, failures, problem: stored },
  };
}
