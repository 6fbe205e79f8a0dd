import type { ConnectionView } from '../contract/control/connections.ts';
import { toInstant, type CalendarDate, type Instant } from '../core/calendar-date.ts';
import { nextRun } from '../core/schedule.ts';
import { reportOf } from '../platform/errors.ts';
import { findTimeZone } from '../store/accounts.ts';
import { consentEndOf, type Connection } from '../store/connections.ts';
import { lastDayOf } from '../store/memory.ts';
import { isConsentOver, retryNotBefore } from '../sync/back-off.ts';
import { connectionProblem } from './connection-problem.ts';
import type { Collaborators } from './collaborators.ts';

/** The collaborators of the procedures that handle connections. */
export type ConnectionCollaborators = Pick<Collaborators, 'store' | 'clock' | 'schedules' | 'sources'>;

export function connectionView(deps: ConnectionCollaborators, connection: Connection): ConnectionView {
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

/** A bank is asked for all days until the one on which it is asked; files reach as far as the last day that is in one. */
function readUntil({ store, sources }: ConnectionCollaborators, connection: Connection): CalendarDate | null {
  return sources.find(connection.source)?.group === 'files' ? lastDayOf(store, connection) : connection.syncedUntil;
}

/**
 * When the connection is asked next without a person: the first moment of the schedule at which it is not left alone. Null when
 * it is asked only by hand, as without a schedule, or not at all, as once its consent is over.
 */
export function nextTryAt(
  { store, schedules, clock, sources }: ConnectionCollaborators,
  connection: Connection,
): Instant | null {
  if (connection.paused || !sources.isFetchable(connection) || isConsentOver(connection, clock.now())) return null;
  const schedule = schedules.get(connection.accountId);
  if (schedule === null || schedule.nextRunAt === null) return null;
  const held = retryNotBefore(connection) ?? 0;
  if (held <= Date.parse(schedule.nextRunAt)) return schedule.nextRunAt;
  const zone = findTimeZone(store, connection.accountId);
  return zone === null ? null : toInstant(nextRun(schedule, zone, held - 1));
}
