import type { ConnectionView } from '../../contract/control/connections.ts';
import { toInstant, type CalendarDate, type Instant, daysBetween } from '../../core/calendar-date.ts';
import { nextRun } from '../../core/schedule.ts';
import { reportOf } from '../../platform/errors.ts';
import { findTimeZone } from '../../store/accounts.ts';
import { consentEndOf, type Connection, type ConnectionProblem } from '../../store/connections.ts';
import { lastDayOf } from '../../store/memory.ts';
import { isConsentOver, retryNotBefore } from '../../sync/use-cases/back-off.ts';
import type { Collaborators } from '../collaborators.ts';
import { todayIn } from '../../core/time-zone.ts';
import type { Problem } from '../../messages/parameters.ts';
import { problem, report } from '../../messages/problem.ts';

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

/** The user is reminded this many days before a consent ends. */
const REMINDED_DAYS = 14;

export function consentDaysLeft(until: string | null, timeZone: string, nowMs: number): number | null {
  // An ended consent needs no reminder, because the next sync reports it.
  if (until === null || Date.parse(until) <= nowMs) return null;
  const days = daysBetween(todayIn(timeZone, nowMs), todayIn(timeZone, Date.parse(until)));
  return days > REMINDED_DAYS ? null : days;
}

/** The reminder to renew a consent that ends soon; null if none is due. */
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
