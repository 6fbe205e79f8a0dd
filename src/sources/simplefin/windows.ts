import {
  addDays,
  daysBetween,
  fromEpochDay,
  toEpochDay,
  type CalendarDate,
  type LocalDateTime,
} from '../../core/calendar-date.ts';
import { fromLocalDateTime } from '../../core/time-zone.ts';

/** Days that one request asks for, both included. */
export interface Window {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/**
 * How many days one request may span is disputed: 45 or 90, cut without a word or refused with `gen.api`
 * (SimpleFIN's protocol and its users' reports). With the hours that zones add, 43 days stay below 44 times 24 hours.
 */
const WINDOW_DAYS = 43;

/** By how much one window reaches into the next, to make up for and to notice cuts. */
const OVERLAP_DAYS = 14;

const STEP = WINDOW_DAYS - OVERLAP_DAYS;

/**
 * Windows that together hold every day from `since` to `today`, the newest first. Those behind the newest lie on a
 * grid of days that never moves, so that what was asked for yesterday is asked for in the same words today, and need
 * not be asked again. A year takes 13 or 14.
 */
export function windowsOf(since: CalendarDate, today: CalendarDate): Window[] {
  const days = daysBetween(since, today) + 1;
  if (days <= WINDOW_DAYS) return [{ from: days < 1 ? today : since, to: today }];
  const newest = { from: addDays(today, 1 - WINDOW_DAYS), to: today };
  const windows = [newest];
  // The earliest place on the grid that still overlaps enough.
  let first = Math.ceil((toEpochDay(newest.from) - STEP) / STEP) * STEP;
  for (;;) {
    const from = fromEpochDay(first);
    windows.push({ from, to: addDays(from, WINDOW_DAYS - 1) });
    if (from <= since) return windows;
    first -= STEP;
  }
}

/**
 * The moments of a window in epoch seconds, the first one included and the last one not. Servers mark a day by a
 * moment in UTC or by the time of the booking, so that the window holds the days of the zone and those of UTC.
 */
export function secondsOf({ from, to }: Window, zone: string): { readonly start: number; readonly end: number } {
  const behind = addDays(to, 1);
  return {
    start: Math.min(utcMidnight(from), localMidnight(from, zone)),
    end: Math.max(utcMidnight(behind), localMidnight(behind, zone)),
  };
}

function utcMidnight(date: CalendarDate): number {
  return toEpochDay(date) * 86_400;
}

function localMidnight(date: CalendarDate, zone: string): number {
  return Math.floor(fromLocalDateTime(zone, `${date}T00:00:00` as LocalDateTime) / 1000);
}
