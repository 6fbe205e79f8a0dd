import type { CalendarDate, LocalDateTime } from './calendar-date.ts';

/** These functions are about ten times faster than those of a calendar library, and load nothing at the start. */

const SECOND = 1000;
const DAY = 86_400_000;

/** Rejects offsets such as "+01:00", because they have no daylight saving time. */
export function isTimeZone(id: string): boolean {
  if (!/^[a-z]/i.test(id)) return false;
  try {
    formatter(id);
    return true;
  } catch {
    return false;
  }
}

export function todayIn(zone: string, epochMs: number): CalendarDate {
  return toLocalDateTime(zone, epochMs).slice(0, 10) as CalendarDate;
}

export function toLocalDateTime(zone: string, epochMs: number): LocalDateTime {
  const wall = Math.floor(epochMs / SECOND) * SECOND + offset(zone, epochMs);
  return new Date(wall).toISOString().slice(0, 19) as LocalDateTime;
}

/** For a time that the clock repeats, returns the earlier moment; for a skipped time, the first moment after the gap. */
export function fromLocalDateTime(zone: string, local: LocalDateTime): number {
  const wall = Date.parse(`${local}Z`);
  // Offsets are less than a day, so these are the offsets before and after any change near `wall`.
  const before = offset(zone, wall - DAY);
  const after = offset(zone, wall + DAY);
  for (const candidate of [Math.max(before, after), Math.min(before, after)]) {
    if (offset(zone, wall - candidate) === candidate) return wall - candidate;
  }
  return firstMomentWith(zone, after, wall - after, wall - before);
}

/** Finds the first moment between `early` (exclusive) and `late` (inclusive) with the wanted offset. */
function firstMomentWith(zone: string, requestedOffset: number, early: number, late: number): number {
  let before = early;
  let at = late;
  while (at - before > SECOND) {
    const middle = before + Math.floor((at - before) / (2 * SECOND)) * SECOND;
    if (offset(zone, middle) === requestedOffset) at = middle;
    else before = middle;
  }
  return at;
}

function offset(zone: string, epochMs: number): number {
  return offsetAllDay(zone, Math.floor(epochMs / DAY)) ?? offsetAt(zone, epochMs);
}

/** Cached by zone and day since 1970: many rows of a workbook have the same day, and `Intl` is fifty times slower. */
const offsets = new Map<string, Map<number, number | null>>();
/** Caches at most twenty years of days for each zone. */
const MOST_DAYS = 7300;

/** Null on a day with a clock change. Compares both ends of the day, because no zone ever had two changes within four days. */
function offsetAllDay(zone: string, day: number): number | null {
  let ofZone = offsets.get(zone);
  if (ofZone === undefined || ofZone.size >= MOST_DAYS) offsets.set(zone, (ofZone = new Map()));
  let offset = ofZone.get(day);
  if (offset === undefined) {
    const first = offsetAt(zone, day * DAY);
    offset = offsetAt(zone, (day + 1) * DAY - SECOND) === first ? first : null;
    ofZone.set(day, offset);
  }
  return offset;
}

function offsetAt(zone: string, epochMs: number): number {
  return wallClock(zone, epochMs) - Math.floor(epochMs / SECOND) * SECOND;
}

function wallClock(zone: string, epochMs: number): number {
  const [month, day, year, hour, minute, second] = (formatter(zone).format(epochMs).match(/\d+/g) ?? []).map(Number);
  const reading = new Date(0);
  reading.setUTCFullYear(year as number, (month as number) - 1, day);
  return reading.setUTCHours(hour as number, minute, second);
}

/** Cached, because creating a formatter takes milliseconds, but using it only a microsecond. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}
