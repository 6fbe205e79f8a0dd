import { dirname, resolve } from 'node:path';
import { addDays, toInstant } from '../../core/calendar-date.ts';
import type { DayMonthOrder } from '../../core/csv-mapping.ts';
import { todayIn } from '../../core/time-zone.ts';
import { createError, toPennyrowError } from '../../platform/errors.ts';
import type { Account } from '../../store/accounts.ts';
import { addConnection, findConnection, listConnections, type Connection } from '../../store/connections.ts';
import { saveCsvMapping } from '../../store/statement-files.ts';
import type { SyncDependencies } from '../runs/dependencies.ts';
import { withSameAccounts } from './same-accounts.ts';
import { fetchFrom, sourceMessages, type FetchOptions, type FetchResult } from './fetch.ts';

const ANY_AGE_DAYS = 36_525;

interface StatementFiles {
  readonly paths: readonly string[];
  /** See `StatementsAsked`. */
  readonly bankAccount?: string | null | undefined;
  readonly dateOrder?: DayMonthOrder | null | undefined;
}

/** Reads statement files as one fetch of the connection. Unlike for feeds, an unreadable file fails the run. */
export async function fetchStatements(
  deps: SyncDependencies,
  account: Account,
  connection: Connection,
  { paths, bankAccount = null, dateOrder = null }: StatementFiles,
  options: FetchOptions,
): Promise<FetchResult> {
  const today = todayIn(account.timeZone, deps.clock.now());
  const since = addDays(today, -ANY_AGE_DAYS);
  const source = await deps.openStatements(paths, { accountId: account.id, bankAccount, dateOrder });
  const answer = await fetchFrom(source, { since, today, timeZone: account.timeZone, ...options });
  return {
    fetches: [{ connection, since, today, fetched: withSameAccounts(deps, account.id, answer) }],
    messages: sourceMessages(answer, connection.id),
    failed: 0,
  };
}

/** Stores how CSV files of a layout are read once one was imported, because a later, shorter file may be ambiguous. */
export function rememberMappings(deps: SyncDependencies, { fetches }: FetchResult): void {
  const savedAt = toInstant(deps.clock.now());
  for (const { connection, fetched } of fetches) {
    for (const learned of (fetched.files ?? []).flatMap(({ learned = [] }) => learned))
      saveCsvMapping(deps.store, connection.accountId, { ...learned, savedAt });
  }
}

/**
 * Moves imported files out of the folder of a connection if it is configured to. Files from elsewhere stay in place. If moving fails the
 * file stays; it is not imported again.
 */
export async function fileAway(deps: SyncDependencies, { fetches }: FetchResult): Promise<void> {
  for (const { connection, fetched } of fetches) {
    const { folder = null, afterwards } = deps.watchedFolder(connection) ?? {};
    if (folder === null || afterwards !== 'move') continue;
    for (const { path } of fetched.files ?? []) {
      if (resolve(dirname(path)) !== resolve(folder)) continue;
      await deps.fileAway(path).catch((thrown: unknown) => {
        deps.log.warn(
          { connection: connection.id, err: toPennyrowError(thrown) },
          'an imported file could not be moved',
        );
      });
    }
  }
}

/** The given connection, or the one from `statementConnection`. Throws `connection_unknown`. */
export function chooseStatementConnection(
  deps: SyncDependencies,
  accountId: string,
  connectionId?: string,
): Connection {
  return connectionId === undefined ? statementConnection(deps, accountId) : requireConnection(deps, connectionId);
}

/** Called only after a file was read, so that an invalid file creates no connection. */
export function saveNewConnection(deps: SyncDependencies, connection: Connection): void {
  if (findConnection(deps.store, connection.id) === null) addConnection(deps.store, connection);
}

/** The connection of the account for statement files; a new, unsaved one if there is none. */
export function statementConnection(deps: SyncDependencies, accountId: string): Connection {
  const existing = listConnections(deps.store, accountId).find(({ source }) => source === deps.fileKind.id);
  return (
    existing ?? {
      id: deps.newId('connection'),
      accountId,
      source: deps.fileKind.id,
      name: deps.fileKind.name,
      settings: {},
      paused: false,
      syncedUntil: null,
      health: { lastAttemptAt: null, lastSuccessAt: null, failures: 0, problem: null },
      createdAt: toInstant(deps.clock.now()),
    }
  );
}

function requireConnection(deps: SyncDependencies, id: string): Connection {
  const connection = findConnection(deps.store, id);
  if (connection !== null) return connection;
  throw createError('connection_unknown', { connection: id, known: null });
}
