import type { Report } from '../messages/parameters.ts';
import type { CalendarDate, Instant } from '../core/calendar-date.ts';
import { parseStored } from './damage.ts';
import type { Reader, Writer } from './database.ts';

/** One configured source of one account. Secrets are never in `settings`: they are in the vault. */
export interface Connection {
  readonly id: string;
  readonly accountId: string;
  /** The source's kind: "demo", "statements", … */
  readonly source: string;
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly paused: boolean;
  /** The last day known to be fetched in full; the next fetch begins some days before it. */
  readonly syncedUntil: CalendarDate | null;
  readonly health: ConnectionHealth;
  readonly createdAt: Instant;
}

export interface ConnectionHealth {
  readonly lastAttemptAt: Instant | null;
  readonly lastSuccessAt: Instant | null;
  /** Failures since the last success. */
  readonly failures: number;
  readonly problem: ConnectionProblem | null;
}

export interface ConnectionProblem extends Report {
  /** The source cannot be asked before this moment. */
  readonly notBefore?: Instant;
}

interface ConnectionRow {
  id: string;
  account_id: string;
  source: string;
  name: string;
  settings: string;
  paused: number;
  synced_until: string | null;
  last_attempt_at: string | null;
  last_success_at: string | null;
  failures: number;
  problem: string | null;
  created_at: string;
}

export function listConnections(db: Reader, accountId: string): Connection[] {
  return db
    .all<ConnectionRow>('SELECT * FROM connection WHERE account_id = ? ORDER BY created_at, id', accountId)
    .map(toConnection);
}

export function findConnection(db: Reader, id: string): Connection | null {
  const row = db.get<ConnectionRow>('SELECT * FROM connection WHERE id = ?', id);
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

/** Adds to the settings what was learnt; a connection that is gone meanwhile has none. */
export function rememberInConnection(db: Writer, id: string, news: object): void {
  db.transaction(() => {
    const connection = findConnection(db, id);
    if (connection !== null) updateConnection(db, { ...connection, settings: { ...connection.settings, ...news } });
  });
}

/** When the permission ends that a person gave on a service's page; null when it has none, or no end. */
export function consentEndOf({ settings }: Pick<Connection, 'settings'>): Instant | null {
  const { consentEndsAt } = settings;
  return typeof consentEndsAt === 'string' ? (consentEndsAt as Instant) : null;
}

/** Under which name the vault seals what lets the connection in; the database removes it together with the connection. */
export function secretOfConnection({ id, source }: Pick<Connection, 'id' | 'source'>): string {
  return `${source}/${id}`;
}

/** The rows that came from it stay in the workbook, and memory still knows them. Its secret goes with it. */
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
 * The source answered when its access was tried, without a fetch: `problem` is what it had to say. Of a problem of the last
 * fetch, which touched a part of it, such an answer tells nothing.
 */
export function recordTrial(db: Writer, id: string, at: Instant, problem: ConnectionProblem | null): void {
  const told = problem === null ? null : JSON.stringify(problem);
  db.run(
    `UPDATE connection
     SET last_attempt_at = ?, problem = CASE WHEN failures = 0 THEN coalesce(?, problem) ELSE ? END, failures = 0
     WHERE id = ?`,
    at,
    told,
    told,
    id,
  );
}

/** Something of the connection needs a person, though it was fetched. */
export function noteProblem(db: Writer, id: string, problem: ConnectionProblem): void {
  db.run('UPDATE connection SET problem = ? WHERE id = ?', JSON.stringify(problem), id);
}

/** What was wrong is put right, as far as anyone knows: the connection is asked again like any other. */
export function clearProblem(db: Writer, id: string): void {
  db.run('UPDATE connection SET failures = 0, problem = NULL WHERE id = ?', id);
}

/** The source was not asked: what was wrong before still is, as far as anyone knows, and this is no further failure. */
export function recordNotAsked(
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

/** The next fetch of each of the account's connections is like its first. */
export function restartConnections(db: Writer, accountId: string): void {
  db.run('UPDATE connection SET synced_until = NULL WHERE account_id = ?', accountId);
}

/** The next fetch of each of the account's connections begins at `from` or earlier. */
export function rewindConnections(db: Writer, accountId: string, from: CalendarDate): void {
  db.run('UPDATE connection SET synced_until = ? WHERE account_id = ? AND synced_until > ?', from, accountId, from);
}

function toConnection(row: ConnectionRow): Connection {
  return {
    id: row.id,
    accountId: row.account_id,
    source: row.source,
    name: row.name,
    settings: parseStored<Record<string, unknown>>('the settings of a connection', row.settings),
    paused: row.paused === 1,
    syncedUntil: row.synced_until as CalendarDate | null,
    health: {
      lastAttemptAt: row.last_attempt_at as Instant | null,
      lastSuccessAt: row.last_success_at as Instant | null,
      failures: row.failures,
      problem: row.problem === null ? null : parseStored<ConnectionProblem>('the state of a connection', row.problem),
    },
    createdAt: row.created_at as Instant,
  };
}
