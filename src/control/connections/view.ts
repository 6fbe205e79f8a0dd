import type { ConnectionView, ConnectionHistory, ConnectionRunView } from '../../contract/control/connections.ts';
import { toInstant, type CalendarDate, type Instant, daysBetween } from '../../core/calendar-date.ts';
import { nextRun } from '../../core/schedule.ts';
import { reportOf } from '../../platform/errors.ts';
import { findTimeZone } from '../../store/accounts.ts';
import { consentEndOf, type Connection, type ConnectionProblem } from '../../store/connections.ts';
import { lastDayOf, countMemoryOf } from '../../store/memory.ts';
import { isConsentOver, retryNotBefore } from '../../sync/use-cases/back-off.ts';
import type { Collaborators } from '../collaborators.ts';
import { todayIn } from '../../core/time-zone.ts';
import type { Problem } from '../../messages/parameters.ts';
import { problem } from '../../messages/problem.ts';
import { report } from '../../messages/report.ts';
import { setImmediate as turn } from 'node:timers/promises';
import type { RunKind } from '../../core/run.ts';
import type { Reader } from '../../store/database.ts';
import { iterateRunItems, listRuns } from '../../store/runs.ts';

export function connectionView(deps: Collaborators, connection: Connection): ConnectionView {
  const { id, accountId, source, name, settings, paused, health } = connection;
  const { lastAttemptAt, lastSuccessAt, failures } = health;
  const problem = connectionProblem(connection, deps.clock.now());
  return {
    id,
    accountId,
    source,
    name,
    settings,
    paused,
    syncedUntil: readUntil(deps, connection),
    consentEndsAt: consentEndOf(connection),
    isConsentOver: isConsentOver(connection, deps.clock.now()),
    health: {
      lastAttemptAt,
      lastSuccessAt,
      failures,
      problem: problem === null ? null : reportOf(problem),
      nextTryAt: nextTryAt(deps, connection),
    },
  };
}

function readUntil({ store, sources }: Collaborators, connection: Connection): CalendarDate | null {
  return sources.find(connection.source)?.group === 'files' ? lastDayOf(store, connection) : connection.syncedUntil;
}

export function nextTryAt({ store, schedules, clock, sources }: Collaborators, connection: Connection): Instant | null {
  if (connection.paused || !sources.isFetchable(connection) || isConsentOver(connection, clock.now())) return null;
  const schedule = schedules.get(connection.accountId);
  if (schedule === null || schedule.nextRunAt === null) return null;
  const notBefore = retryNotBefore(connection) ?? 0;
  if (notBefore <= Date.parse(schedule.nextRunAt)) return schedule.nextRunAt;
  const zone = findTimeZone(store, connection.accountId);
  return zone === null ? null : toInstant(nextRun(schedule, zone, notBefore - 1));
}

/** Early enough to choose when to sign in at the bank. */
const REMINDED_DAYS = 14;

export function consentDaysLeft(until: string | null, timeZone: string, nowMs: number): number | null {
  // The next sync reports an ended consent.
  if (until === null || Date.parse(until) <= nowMs) return null;
  const days = daysBetween(todayIn(timeZone, nowMs), todayIn(timeZone, Date.parse(until)));
  return days > REMINDED_DAYS ? null : days;
}

/** `nowMs` is in milliseconds since 1970. */
export function consentReminder(
  connection: Pick<Connection, 'name' | 'settings'>,
  timeZone: string,
  nowMs: number,
): Problem | null {
  const until = consentEndOf(connection);
  const days = consentDaysLeft(until, timeZone, nowMs);
  return until === null || days === null
    ? null
    : problem('source_consent_ends', { name: connection.name, days, until });
}

export function connectionProblem(
  connection: Pick<Connection, 'health' | 'settings'>,
  nowMs: number,
): ConnectionProblem | null {
  const { health, settings } = connection;
  if (health.problem?.code === 'source_consent_ended' || !isConsentOver(connection, nowMs)) return health.problem;
  return report(
    problem('source_consent_ended', {
      reason: 'expired',
      host: typeof settings['host'] === 'string' ? settings['host'] : '',
    }),
  );
}

const NOT_OF_BANKS: ReadonlySet<RunKind> = new Set(['undo', 'restore', 'rule', 'category']);

const MOST_RUNS = 20;
const LOOKED_AT = 200;

/** A large first sync has 100,000 items; other requests must not wait for their count. */
const ITEMS_AT_A_TIME = 1000;

export async function connectionHistory(
  store: Reader,
  { id, accountId }: Connection,
  signal: AbortSignal,
): Promise<ConnectionHistory> {
  const runs: ConnectionRunView[] = [];
  for (const run of listRuns(store, accountId, { limit: LOOKED_AT })) {
    signal.throwIfAborted();
    if (NOT_OF_BANKS.has(run.kind) || run.finishedAt === null) continue;
    const messages = run.messages
      .filter(({ connectionId }) => connectionId === id)
      .map((told) => ({ severity: told.severity, ...reportOf(told) }));
    const counts =
      run.counts.added + run.counts.updated === 0 ? { added: 0, updated: 0 } : await broughtBy(store, run.id, id);
    if (counts.added + counts.updated + messages.length === 0) continue;
    const { id: runId, kind, trigger, status, finishedAt, undoneBy } = run;
    runs.push({ runId, kind, trigger, status, finishedAt, isUndone: undoneBy !== null, ...counts, messages });
    if (runs.length === MOST_RUNS) break;
  }
  return { rows: countMemoryOf(store, accountId, id), runs };
}

async function broughtBy(
  store: Reader,
  runId: string,
  connectionId: string,
): Promise<{ readonly added: number; readonly updated: number }> {
  let [added, updated, seen] = [0, 0, 0];
  for (const item of iterateRunItems(store, runId)) {
    if (item.kind === 'added' && item.connectionId === connectionId) added += 1;
    if (item.kind === 'updated' && item.connectionId === connectionId) updated += 1;
    seen += 1;
    if (seen % ITEMS_AT_A_TIME === 0) await turn();
  }
  return { added, updated };
}
