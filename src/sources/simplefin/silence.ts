import { addDays, fromEpochDay, type CalendarDate } from '../../core/calendar-date.ts';
import type { Answer } from './answer.ts';
import { readMoment } from './booking-day.ts';
import { asObject, fieldOf } from './json.ts';
import type { Window } from './windows.ts';

/**
 * After so many older windows in a row that bring nothing new of any account, still older ones are not asked for: most banks
 * give 90 days, and a year of silence would use up half of a day's requests. Four are 116 days, more than lie
 * between two interest payments of a quarter.
 */
const SILENT_WINDOWS = 4;

/** Watches windows from the newest to the oldest. */
export interface Silence {
  /** To be told of each older window; the last silent day once the silence is long enough, else null. */
  after(window: Window, answer: Answer): CalendarDate | null;
}

export function watchSilence(newest: Window): Silence {
  let [previous, silentFrom, count] = [newest, newest.from, 0];
  return {
    after: (window, answer) => {
      const { from } = previous;
      previous = window;
      if (answer.accounts.some(({ transactions }) => transactions?.some((json) => isBefore(json, from)) === true)) {
        count = 0;
        silentFrom = window.from;
      }
      // An account that failed, or has no list, may have had something.
      else if (answer.errors.length === 0 && answer.unreadable + answer.unclear === 0 && answer.accounts.every(({ transactions }) => transactions !== null)) count += 1;
      return count < SILENT_WINDOWS ? null : addDays(silentFrom, -1);
    },
  };
}

/** What is pending may be in every answer; what cannot be read might be of any day. */
function isBefore(json: unknown, day: CalendarDate): boolean {
  const transaction = asObject(json);
  if (fieldOf(transaction, 'pending') === true) return false;
  const posted = readMoment(fieldOf(transaction, 'posted'));
  return posted === null || fromEpochDay(Math.floor(posted / 86_400)) < day;
}
