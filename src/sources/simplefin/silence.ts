import { addDays, daysBetween, fromEpochDay, type CalendarDate } from '../../core/calendar-date.ts';
import type { Answer } from './answer.ts';
import { readMoment } from './booking-day.ts';
import { asObject, fieldOf } from '../json.ts';
import type { Window } from './windows.ts';

/**
 * Behind so many days without anything new of any account, older ones are not asked for: most banks give 90 days, and a year
 * of silence would use up half of a day's requests. Four windows of the grid, and more than lie between two interest
 * payments of a quarter.
 */
const SILENT_DAYS = 116;

/** Watches windows from the newest to the oldest. */
export interface Silence {
  /** To be told of each older window; the last silent day once the silence is long enough, else null. */
  after(window: Window, answer: Answer): CalendarDate | null;
}

export function watchSilence(newest: Window): Silence {
  let [previous, silentBefore] = [newest, newest.from];
  return {
    after: (window, answer) => {
      if (!isSilent(answer, previous.from)) silentBefore = window.from;
      previous = window;
      return daysBetween(window.from, silentBefore) < SILENT_DAYS ? null : addDays(silentBefore, -1);
    },
  };
}

/** An account that failed, or has no list, may have had something. */
function isSilent({ errors, accounts, unreadable, unclear }: Answer, before: CalendarDate): boolean {
  if (errors.length + unreadable + unclear > 0) return false;
  return accounts.every(
    ({ transactions }) => transactions !== null && !transactions.some((json) => isBefore(json, before)),
  );
}

/** What is pending may be in every answer; what cannot be read might be of any day. */
function isBefore(json: unknown, day: CalendarDate): boolean {
  const transaction = asObject(json);
  if (fieldOf(transaction, 'pending') === true) return false;
  const moment = readMoment(fieldOf(transaction, 'posted')) ?? readMoment(fieldOf(transaction, 'transacted_at'));
  return moment === null || fromEpochDay(Math.floor(moment / 86_400)) < day;
}
