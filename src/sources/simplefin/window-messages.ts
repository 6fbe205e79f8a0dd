import type { CalendarDate } from '../../core/calendar-date.ts';
import type { PennyrowError } from '../../platform/errors.ts';
import type { SourceMessage } from '../source.ts';
import type { Window } from './windows.ts';

const MINUTE = 60_000;

/** A server that answers all else and refuses an older window does not go back as far. */
export const REFUSED_FOR_AGE = 'source_refused';

export function replayed(host: string, ageMs: number): SourceMessage {
  const minutes = Math.max(1, Math.round(ageMs / MINUTE));
  return {
    severity: 'info',
    code: 'source_replayed',
    message: `Used what ${host} sent ${minutes === 1 ? 'a minute' : `${minutes} minutes`} ago, which was not written yet; it was not asked again.`,
    remedy: null,
  };
}

export function stopped({ code, message, remedy }: PennyrowError, host: string, { to }: Window): SourceMessage {
  if (code === REFUSED_FOR_AGE) {
    return {
      severity: 'warning',
      code: 'source_history_start',
      message: `${host} gives nothing up to ${to}: ${message}`,
      remedy: 'Newer days were synced. A statement file brings in the older ones.',
    };
  }
  return {
    severity: 'problem',
    code: 'source_unfinished',
    message: `Newer days were synced; those up to ${to} are still missing: ${message}`,
    remedy: remedy === '' ? 'The next sync goes on there.' : `${remedy} The next sync goes on there.`,
  };
}

/** Half of a day's requests are not for the past. */
export function paced(host: string, { to }: Window, next: string): SourceMessage {
  return {
    severity: 'info',
    code: 'source_history_paced',
    message: `Newer days were synced; those up to ${to} are still to come. ${host} allows few requests a day, and Pennyrow leaves half of them to you.`,
    remedy: `Nothing is lost: a sync after ${next} goes on there.`,
  };
}

export function historyEnd(host: string, from: CalendarDate, to: CalendarDate): SourceMessage {
  return {
    severity: 'info',
    code: 'source_history_end',
    message: `${host} sent nothing for the days from ${from} to ${to}, so older ones were not asked for.`,
    remedy: 'If there should be more, ask for it with `pennyrow connection backfill NAME`, then sync.',
  };
}
