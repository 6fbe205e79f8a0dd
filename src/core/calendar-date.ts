import { memoize } from './memoize.ts';

/** A calendar day, "YYYY-MM-DD", without time or zone so that it never shifts. Sorts by time as text. */
export type CalendarDate = string & { readonly __brand: 'CalendarDate' };

/** A wall-clock time, "YYYY-MM-DDTHH:MM:SS"; the context defines the time zone. */
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

/** Days from 0000-03-01 to 1970-01-01, plus one because days of a month count from 1. */
const SINCE_YEAR_0 = 719_469;

/** Days in 400 years, after which the calendar repeats. */
const ERA = 146_097;

/** 0000-01-01 and 9999-12-31: the range of four-digit years. */
const [FIRST_DAY, LAST_DAY] = [-719_528, 2_932_896];

export function toEpochDay(date: CalendarDate): number {
  const month = Number(date.slice(5, 7));
  // Years start in March here, so that a leap day is the last of its year. No Date object: this runs for every row.
  const year = Number(date.slice(0, 4)) - (month > 2 ? 0 : 1);
  const daysBefore = Math.floor((153 * ((month + 9) % 12) + 2) / 5);
  const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
  return 365 * year + leapDays + daysBefore + Number(date.slice(8, 10)) - SINCE_YEAR_0;
}

export function fromEpochDay(day: number): CalendarDate {
  if (!(day >= FIRST_DAY && day <= LAST_DAY)) return new Date(day * DAY).toISOString().slice(0, 10) as CalendarDate;
  // As in `toEpochDay`, years start in March.
  const sinceYear0 = Math.floor(day) + SINCE_YEAR_0 - 1;
  const era = Math.floor(sinceYear0 / ERA);
  const inEra = sinceYear0 - era * ERA;
  const leapDays = Math.floor(inEra / 1460) - Math.floor(inEra / 36_524) + Math.floor(inEra / 146_096);
  const year = Math.floor((inEra - leapDays) / 365);
  const inYear = inEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const month = Math.floor((5 * inYear + 2) / 153);
  const calendarMonth = month < 10 ? month + 3 : month - 9;
  const dayOfMonth = inYear - Math.floor((153 * month + 2) / 5) + 1;
  return written(400 * era + year + (calendarMonth > 2 ? 0 : 1), calendarMonth, dayOfMonth);
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromEpochDay(toEpochDay(date) + days);
}

export function firstOfMonth(date: CalendarDate): CalendarDate {
  return `${date.slice(0, 8)}01` as CalendarDate;
}

/** The Sunday on which the week of the date begins. Cached: all rows need it, and share few dates. */
export const sundayOfWeek = memoize((date: CalendarDate): CalendarDate => {
  const day = toEpochDay(date);
  return fromEpochDay(day - ((((day + 4) % 7) + 7) % 7));
});

export function daysBetween(a: CalendarDate, b: CalendarDate): number {
  return toEpochDay(b) - toEpochDay(a);
}
