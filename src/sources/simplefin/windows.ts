import {
  addDays,
  daysBetween,
  fromEpochDay,
  toEpochDay,
  type CalendarDate,
  type LocalDateTime,
} from '../../core/calendar-date.ts';
import { fromLocalDateTime } from '../../core/time-zone.ts';

export interface Window {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** Servers limit a request to 45 or 90 days. 43 days plus time zone offsets stay below the lower limit. */
const WINDOW_DAYS = 43;

/** Days that windows share, so that truncation by the server is noticed and loses no days. */
const OVERLAP_DAYS = 14;

const STEP = WINDOW_DAYS - OVERLAP_DAYS;

/** All windows but the newest start on a fixed grid of days, so that archived responses can be reused. */
export function windowsOf(since: CalendarDate, today: CalendarDate): Window[] {
  const days = daysBetween(since, today) + 1;
  if (days <= WINDOW_DAYS) return [{ from: days < 1 ? today : since, to: today }];
  const newest = { from: addDays(today, 1 - WINDOW_DAYS), to: today };
  const windows = [newest];
  // The latest day of the grid whose window overlaps the newest window by at least OVERLAP_DAYS.
  let first = Math.ceil((toEpochDay(newest.from) - STEP) / STEP) * STEP;
  for (;;) {
    const from = fromEpochDay(first);
    windows.push({ from, to: addDays(from, WINDOW_DAYS - 1) });
    if (from <= since) return windows;
    first -= STEP;
  }
}

/** Returns epoch seconds; the end is exclusive. Servers use the days of the time zone or of UTC, so the range covers both. */
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
