import { toInstant } from '../core/calendar-date.ts';
import { reportOf, type PennyrowError } from '../platform/errors.ts';
import { RetryLater } from '../sources/source.ts';
import { recordFetchFailure, recordNotAsked } from '../store/connections.ts';
import type { Writer } from '../store/database.ts';

/** Keeps why a connection could not be asked, or did not answer, as its state. */
export function recordConnectionFailure(
  store: Writer,
  connectionId: string,
  nowMs: number,
  error: PennyrowError,
): void {
  const problem = reportOf(error);
  const at = toInstant(nowMs);
  if (!(error instanceof RetryLater)) return recordFetchFailure(store, connectionId, at, problem);
  const waiting = { ...problem, notBefore: toInstant(error.notBeforeMs) };
  if (error.wasAsked) recordFetchFailure(store, connectionId, at, waiting);
  else recordNotAsked(store, connectionId, waiting);
}
