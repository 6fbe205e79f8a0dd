import { addDays, toInstant, type CalendarDate } from '../../core/calendar-date.ts';
import type { RunMessage, Trigger } from '../../core/run.ts';
import { todayIn } from '../../core/time-zone.ts';
import { report, problem, problemOf } from '../../messages/problem.ts';
import type { Report } from '../../messages/parameters.ts';
import { reportOf, toPennyrowError } from '../../platform/errors.ts';
import type { FetchRequest, Fetched, Source } from '../../sources/source.ts';
import type { Account } from '../../store/accounts.ts';
import {
  listConnections,
  type Connection,
  addConnection,
  findConnection,
  requireConnection,
} from '../../store/connections.ts';
import { oldestPendingDay } from '../../store/memory.ts';
import { endedConsent, isBackingOff, retryNotBefore, recordConnectionFailure } from './back-off.ts';
import type { SyncDependencies } from '../runs/dependencies.ts';
import { withSameAccounts } from './same-accounts.ts';
import { dirname, resolve } from 'node:path';
import type { DayMonthOrder } from '../../core/csv-mapping.ts';
import { saveCsvMapping } from '../../store/statement-files.ts';

export const FIRST_FETCH_DAYS = 365;

/** Each fetch requests this many days of the previous one again, because banks deliver and correct transactions late. */
const OVERLAP_DAYS = 14;

export interface ConnectionFetch {
  readonly connection: Connection;
  readonly since: CalendarDate;
  readonly today: CalendarDate;
  readonly fetched: Fetched;
}

export interface FetchResult {
  readonly fetches: readonly ConnectionFetch[];
  readonly messages: readonly RunMessage[];
  readonly failed: number;
}

export interface FetchOptions {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number | null) => void;
}

export function connectionsToFetch(deps: SyncDependencies, accountId: string): Connection[] {
  return listConnections(deps.store, accountId).filter(
    (connection) => !connection.paused && deps.isFetchable(connection),
  );
}

/** Fetches each connection. If one fails, records and reports the failure, and fetches the next one. */
export async function fetchConnections(
  deps: SyncDependencies,
  account: Account,
  { trigger, ...options }: FetchOptions & { readonly trigger: Trigger },
): Promise<FetchResult> {
  const fetches: ConnectionFetch[] = [];
  const messages: RunMessage[] = [];
  let failed = 0;
  for (const connection of connectionsToFetch(deps, account.id)) {
    if (isBackingOff(connection, trigger, deps.clock.now())) {
      messages.push({ severity: 'warning', ...skipReason(connection), connectionId: connection.id });
      continue;
    }
    const today = todayIn(account.timeZone, deps.clock.now());
    const since = firstDay(deps, connection, today);
    try {
      const source = await deps.openSource(connection, { isPerson: trigger === 'person' });
      const answer = await fetchFrom(source, { since, today, timeZone: account.timeZone, ...options });
      fetches.push({ connection, since, today, fetched: withSameAccounts(deps, account.id, answer) });
      messages.push(...sourceMessages(answer, connection.id));
    } catch (thrown) {
      options.signal.throwIfAborted();
      failed += 1;
      messages.push(recordFailure(deps, connection, thrown));
    }
  }
  return { fetches, messages, failed };
}

async function fetchFrom(source: Source, request: FetchRequest): Promise<Fetched> {
  try {
    return await source.fetch(request);
  } finally {
    await source.close();
  }
}

function sourceMessages(fetched: Fetched, connectionId: string): RunMessage[] {
  return fetched.messages.map((message) => ({ ...message, connectionId }));
}

function firstDay(deps: SyncDependencies, connection: Connection, today: CalendarDate): CalendarDate {
  if (connection.syncedUntil === null) return addDays(today, -FIRST_FETCH_DAYS);
  const overlap = addDays(connection.syncedUntil, -OVERLAP_DAYS);
  const pending = oldestPendingDay(deps.store, connection.accountId, connection.id);
  return pending !== null && pending < overlap ? pending : overlap;
}

export function skipReason(connection: Connection): Report {
  const { name, health } = connection;
  const ended = endedConsent(connection);
  if (ended !== null) return reportOf(ended);
  const until = toInstant(retryNotBefore(connection) ?? 0);
  const cause = health.problem === null ? null : problemOf(health.problem);
  return report(problem('source_waits', { name, until, cause }));
}

function recordFailure(deps: SyncDependencies, connection: Connection, thrown: unknown): RunMessage {
  const error = toPennyrowError(thrown);
  // Logs the message of unexpected errors only, because the message of an expected one may quote a statement.
  const logged = error.cause === undefined ? { code: error.code } : { err: error };
  deps.log.warn({ connection: connection.id, ...logged }, 'a connection could not be fetched');
  recordConnectionFailure(deps.store, connection.id, deps.clock.now(), error);
  return { severity: 'problem', ...reportOf(error), connectionId: connection.id };
}

const ANY_AGE_DAYS = 36_525;

export interface StatementOptions {
  readonly bankAccount?: string | undefined;
  readonly dateOrder?: DayMonthOrder | undefined;
}

/** Throws for an unreadable file, so that the run fails. A failed bank connection, by contrast, is only reported. */
export async function fetchStatements(
  deps: SyncDependencies,
  account: Account,
  connection: Connection,
  paths: readonly string[],
  {
    bankAccount = null,
    dateOrder = null,
  }: { readonly [Name in keyof StatementOptions]: StatementOptions[Name] | null },
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

/** Remembers how a CSV file was read, such as its date order, because a later, shorter file may be ambiguous. */
export function rememberMappings(deps: SyncDependencies, { fetches }: FetchResult): void {
  const savedAt = toInstant(deps.clock.now());
  for (const { connection, fetched } of fetches) {
    for (const learned of (fetched.files ?? []).flatMap(({ learned = [] }) => learned))
      saveCsvMapping(deps.store, connection.accountId, { ...learned, savedAt });
  }
}

/** Moves imported files out of the watched folder, and ignores files from elsewhere. A file that cannot be moved stays. */
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

export function chooseStatementConnection(
  deps: SyncDependencies,
  accountId: string,
  connectionId: string | undefined,
): Connection {
  return connectionId === undefined
    ? statementConnection(deps, accountId)
    : requireConnection(deps.store, connectionId);
}

/** Call this after reading the file, so that an invalid file creates no connection. */
export function saveNewConnection(deps: SyncDependencies, connection: Connection): void {
  if (findConnection(deps.store, connection.id) === null) addConnection(deps.store, connection);
}

/** Returns the account's connection for statement files, or creates one without saving it. */
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
