import { toInstant } from '../core/calendar-date.ts';
import { reportOf, type PennyrowError } from '../platform/errors.ts';
import { RetryLater } from '../sources/source.ts';
import { findConnection, recordFetchFailure, recordSkippedFetch } from '../store/connections.ts';
import type { Writer } from '../store/database.ts';

/** An access that is known not to be good stays so until the service accepts one. */
const ACCESS_IS_OVER: ReadonlySet<string> = new Set(['source_consent_ended', 'source_reauthorise']);

/** What tells nothing of the access: somebody else answered, or nobody, or the service before it looked at the access. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  'source_blocked',
  'source_busy',
  'source_offline',
  'source_timeout',
  'source_unavailable',
  'source_unreadable',
]);

/**
 * Keeps why a connection could not be asked, or did not answer, as its state. What a person has to put right is not hidden by
 * what passes on its own.
 */
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
  if (error.wasAsked) recordFetchFailure(store, connectionId, at, waiting);
  else recordSkippedFetch(store, connectionId, waiting);
}
