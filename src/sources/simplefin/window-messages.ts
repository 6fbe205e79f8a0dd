import { addDays, toInstant, type CalendarDate } from '../../core/calendar-date.ts';
import { report } from '../../messages/report.ts';
import { problem, problemOf } from '../../messages/problem.ts';
import type { PennyrowError } from '../../platform/errors.ts';
import type { SourceMessage } from '../source.ts';

const MINUTE = 60_000;

/** A server that answers all else and refuses an older window does not go back as far. */
export const REFUSED_FOR_AGE = 'source_refused';

export function replayed(host: string, ageMs: number): SourceMessage {
  const minutes = Math.max(1, Math.round(ageMs / MINUTE));
  return { severity: 'info', ...report(problem('source_replayed', { host, minutes })) };
}

/** `from`: the first day that was answered. */
export function stopped(error: PennyrowError, host: string, from: CalendarDate): SourceMessage {
  const missingTo = addDays(from, -1);
  const cause = problemOf(error);
  if (error.code === REFUSED_FOR_AGE) {
    const told = problem('source_history_start', {
      reason: 'refused',
      name: host,
      oldest: missingTo,
      since: null,
      cause,
    });
    return { severity: 'warning', ...report(told) };
  }
  return { severity: 'problem', ...report(problem('source_unfinished', { until: missingTo, cause })) };
}

/** Half of a day's requests are not for the past. `from`: the first day that was answered. */
export function paced(host: string, from: CalendarDate, nextMs: number): SourceMessage {
  const told = problem('source_history_paced', { host, until: addDays(from, -1), next: toInstant(nextMs) });
  return { severity: 'info', ...report(told) };
}

export function historyEnd(host: string, from: CalendarDate, until: CalendarDate): SourceMessage {
  return { severity: 'info', ...report(problem('source_history_end', { host, from, until })) };
}
