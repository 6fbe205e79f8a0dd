import { toInstant } from '../../core/calendar-date.ts';
import type { Trigger } from '../../core/run.ts';
import { reportOf, type PennyrowError } from '../../platform/errors.ts';
import { backOffMs, isRetryDue } from '../../platform/retry.ts';
import { RetryLater } from '../../sources/source.ts';
import {
  consentEndOf,
  type Connection,
  type ConnectionProblem,
  findConnection,
  recordFetchFailure,
  recordSkippedFetch,
} from '../../store/connections.ts';
import type { Writer } from '../../store/database.ts';

const MINUTE = 60_000;
const BACK_OFF = { firstMs: 15 * MINUTE, longestMs: 24 * 60 * MINUTE, factor: 2 };

/** The time of the next automatic fetch in epoch milliseconds; null for no limit. The wait doubles with each failure. */
export function retryNotBefore({ health }: Pick<Connection, 'health'>): number | null {
  const { failures, lastAttemptAt, problem } = health;
  const requested = problem?.notBefore === undefined ? null : Date.parse(problem.notBefore);
  if (failures === 0 || lastAttemptAt === null) return requested;
  return Math.max(Date.parse(lastAttemptAt) + backOffMs(failures, BACK_OFF), requested ?? 0);
}

/** False for a fetch that the user started, because the user may just have solved the problem. */
export function isBackingOff(connection: Pick<Connection, 'health'>, trigger: Trigger, nowMs: number): boolean {
  if (trigger === 'person') return false;
  if (endedConsent(connection) !== null) return true;
  return !isRetryDue(retryNotBefore(connection), nowMs, 8 * BACK_OFF.longestMs);
}

/** The problem of an ended consent; null if no consent ended, if a new sign-in is enough or if the last fetch partly succeeded. */
export function endedConsent({ health }: Pick<Connection, 'health'>): ConnectionProblem | null {
  const { failures, problem } = health;
  if (failures === 0 || problem?.code !== 'source_consent_ended') return null;
  return problem.params !== undefined && 'reason' in problem.params && problem.params.reason === 'action'
    ? null
    : problem;
}

/** True if the service has reported the end of the consent, or its end date has passed. */
export function isConsentOver(connection: Pick<Connection, 'health' | 'settings'>, nowMs: number): boolean {
  const endsAt = consentEndOf(connection);
  return endedConsent(connection) !== null || (endsAt !== null && Date.parse(endsAt) <= nowMs);
}

/** Problems of the credentials. Stored until the service accepts the credentials. */
const ACCESS_IS_OVER: ReadonlySet<string> = new Set(['source_consent_ended', 'source_reauthorise']);

/** Errors that can occur before the service checks the credentials, so the credentials may still be invalid. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  'source_blocked',
  'source_busy',
  'source_offline',
  'source_unavailable',
  'source_unreadable',
]);

/** Records a failed fetch. A temporary problem does not replace a problem that the user must solve. */
export function recordConnectionFailure(
  store: Writer,
  connectionId: string,
  nowMs: number,
  error: PennyrowError,
): void {
  const before = findConnection(store, connectionId)?.health.problem ?? null;
  const isHidden = before !== null && ACCESS_IS_OVER.has(before.code) && SAYS_NOTHING.has(error.code);
  const problem = isHidden ? reportOf(before) : reportOf(error);
  const at = toInstant(nowMs);
  if (!(error instanceof RetryLater)) return recordFetchFailure(store, connectionId, at, problem);
  const waiting = { ...problem, notBefore: toInstant(error.notBeforeMs) };
  if (error.wasRequested) recordFetchFailure(store, connectionId, at, waiting);
  else recordSkippedFetch(store, connectionId, waiting);
}
