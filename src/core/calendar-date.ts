import { memoize } from './memoize.ts';

/** A calendar day, "YYYY-MM-DD". It has no time zone, so no conversion can move it to the next or previous day. Sorts by time as text. */
export type CalendarDate = string & { readonly __brand: 'CalendarDate' };

/** A wall-clock time, "YYYY-MM-DDTHH:MM:SS", in a time zone that the caller must know. */
export type LocalDateTime = string & { readonly __brand: 'LocalDateTime' };

export type Instant = string & { readonly __brand: 'Instant' };

export function toInstant(epochMs: number): Instant {
  return new Date(epochMs).toISOString() as Instant;
}

const SHAPE = /^\d{4}-\d{2}-\d{2}$/;
const DAY = 86_400_000;

export function parseCalendarDate(text: string): CalendarDate | null {
  if (!SHAPE.test(text)) return null;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  return isCalendarDay(year, month, day) ? (text as CalendarDate) : null;
}

export function calendarDate(year: number, month: number, day: number): CalendarDate | null {
  return isCalendarDay(year, month, day) ? written(year, month, day) : null;
}

function isCalendarDay(year: number, month: number, day: number): boolean {
  if (!Number.isInteger(year) || year < 1 || year > 9999) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

function written(year: number, month: number, day: number): CalendarDate {
  const text = `${String(year).padStart(4, '0')}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`;
  return text as CalendarDate;
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Cached, because many rows have the same date. */
export const toEpochDay = memoize((date: CalendarDate): number => Date.parse(date) / DAY);

/** @param day days since 1970-01-01. @throws RangeError for NaN and for days outside the range of Date. */
export function fromEpochDay(day: number): CalendarDate {
  const date = new Date(day * DAY);
  if (Number.isNaN(date.getTime())) throw new RangeError(`Not a day: ${day}`);
  return written(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromEpochDay(toEpochDay(date) + days);
}

export function firstOfMonth(date: CalendarDate): CalendarDate {
  return `${date.slice(0, 8)}01` as CalendarDate;
}

/** The Sunday on which the week of the date begins. Cached, because many rows have the same date. */
export const sundayOfWeek = memoize((date: CalendarDate): CalendarDate => {
  const day = toEpochDay(date);
  return fromEpochDay(day - ((((day + 4) % 7) + 7) % 7));
});

export function daysBetween(a: CalendarDate, b: CalendarDate): number {
  return toEpochDay(b) - toEpochDay(a);
}
