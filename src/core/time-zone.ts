import type { CalendarDate, LocalDateTime } from './calendar-date.ts';

/**
 * Time zones by `Intl`, which the runtime has anyway: the few questions asked here are answered some ten
 * times faster than by a whole calendar library, and nothing is loaded for them at start.
 *
 * A `zone` is an IANA id that `isTimeZone` accepts; with any other these functions throw a RangeError.
 * Years 1 to 9999.
 */

const SECOND = 1000;
const DAY = 86_400_000;

/** "Europe/Berlin" in any case; an offset such as "+01:00" is no zone, since it knows no summer. */
export function isTimeZone(id: string): boolean {
  if (!/^[a-z]/i.test(id)) return false;
  try {
    formatter(id);
    return true;
  } catch {
    return false;
  }
}

/** The day that the calendar shows in the zone at that moment. */
export function todayIn(zone: string, epochMs: number): CalendarDate {
  return toLocalDateTime(zone, epochMs).slice(0, 10) as CalendarDate;
}

/** What the wall clock shows in the zone at that moment. */
export function toLocalDateTime(zone: string, epochMs: number): LocalDateTime {
  return wallText(Math.floor(epochMs / SECOND) * SECOND + offset(zone, epochMs));
}

/**
 * The moment at which the wall clock shows `local`: the earlier one when it shows it twice, and the first
 * moment after the gap when the clock skips it.
 */
export function fromLocalDateTime(zone: string, local: LocalDateTime): number {
  const wall = Date.parse(`${local}Z`);
  // No zone is a day away from UTC, so these are the offsets before and after any change near `wall`.
  const before = offset(zone, wall - DAY);
  const after = offset(zone, wall + DAY);
  // The larger offset gives the earlier moment.
  for (const candidate of [Math.max(before, after), Math.min(before, after)]) {
    if (offset(zone, wall - candidate) === candidate) return wall - candidate;
  }
  return firstMomentWith(zone, after, wall - after, wall - before);
}

/** A moment at which the wall clock is put forward or back. */
export interface ClockChange {
  readonly atMs: number;
  /** What it would show then if nothing were changed, and what it shows. */
  readonly before: LocalDateTime;
  readonly after: LocalDateTime;
}

/** The first change of the zone's clock after `afterMs` and before `untilMs`; null when there is none. */
export function nextClockChange(zone: string, afterMs: number, untilMs: number): ClockChange | null {
  const start = Math.floor(afterMs / SECOND) * SECOND;
  const now = offset(zone, start);
  for (let day = start; day < untilMs; day += DAY) {
    const later = offset(zone, day + DAY);
    if (later === now) continue;
    const atMs = firstMomentWith(zone, later, day, day + DAY);
    return atMs < untilMs ? { atMs, before: wallText(atMs + now), after: wallText(atMs + later) } : null;
  }
  return null;
}

function wallText(wall: number): LocalDateTime {
  return new Date(wall).toISOString().slice(0, 19) as LocalDateTime;
}

/** The moment of the change to offset `wanted`, which lies after `early` and at or before `late`. */
function firstMomentWith(zone: string, wanted: number, early: number, late: number): number {
  let before = early;
  let at = late;
  while (at - before > SECOND) {
    const middle = before + Math.floor((at - before) / (2 * SECOND)) * SECOND;
    if (offset(zone, middle) === wanted) at = middle;
    else before = middle;
  }
  return at;
}

/** Milliseconds that the zone's clock is ahead of UTC. */
function offset(zone: string, epochMs: number): number {
  return offsetAllDay(zone, Math.floor(epochMs / DAY)) ?? offsetAt(zone, epochMs);
}

/** By zone and day since 1970. The rows of a person have few days, and to ask `Intl` each time costs fifty times as much. */
const offsets = new Map<string, Map<number, number | null>>();
/** Twenty years. */
const MOST_DAYS = 7300;

/** Null on a day on which the clock changes. No two changes of any zone have been less than four days apart. */
function offsetAllDay(zone: string, day: number): number | null {
  let ofZone = offsets.get(zone);
  if (ofZone === undefined || ofZone.size >= MOST_DAYS) offsets.set(zone, (ofZone = new Map()));
  let known = ofZone.get(day);
  if (known === undefined) {
    const first = offsetAt(zone, day * DAY);
    known = offsetAt(zone, (day + 1) * DAY - SECOND) === first ? first : null;
    ofZone.set(day, known);
  }
  return known;
}

function offsetAt(zone: string, epochMs: number): number {
  return wallClock(zone, epochMs) - Math.floor(epochMs / SECOND) * SECOND;
}

/** The wall clock's reading to the second, as if it were UTC. */
function wallClock(zone: string, epochMs: number): number {
  const [month, day, year, hour, minute, second] = (formatter(zone).format(epochMs).match(/\d+/g) ?? []).map(Number);
  const reading = new Date(0);
  reading.setUTCFullYear(year as number, (month as number) - 1, day);
  return reading.setUTCHours(hour as number, minute, second);
}

/** Making one costs milliseconds the first time, using it a microsecond. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string): Intl.DateTimeFormat {
  let known = formatters.get(zone);
  if (known === undefined) {
    known = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(zone, known);
  }
  return known;
}
