/**
 * A day on the calendar, "YYYY-MM-DD": no time and no zone, so that it never moves by one.
 * Text of this form sorts by time.
 */
export type CalendarDate = string & { readonly __brand: 'CalendarDate' };

/** A reading of a wall clock, "YYYY-MM-DDTHH:MM:SS", in a zone that the context knows. */
export type LocalDateTime = string & { readonly __brand: 'LocalDateTime' };

/** A moment, ISO 8601 in UTC with milliseconds: "2026-01-31T08:15:00.000Z". */
export type Instant = string & { readonly __brand: 'Instant' };

/** The moment that many milliseconds after 1970-01-01T00:00:00Z. */
export function toInstant(epochMs: number): Instant {
  return new Date(epochMs).toISOString() as Instant;
}

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY = 86_400_000;

/** Null unless the text is YYYY-MM-DD and that day exists. */
export function parseCalendarDate(text: string): CalendarDate | null {
  const match = SHAPE.exec(text);
  return match === null ? null : calendarDate(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** Null unless that day exists (years 1 to 9999). */
export function calendarDate(year: number, month: number, day: number): CalendarDate | null {
  if (!Number.isInteger(year) || year < 1 || year > 9999) return null;
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return text as CalendarDate;
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Days from 1 March of the year 0 to 1 January 1970, and the one that days of a month begin with. */
const SINCE_YEAR_0 = 719_469;

/** Whole days since 1970-01-01. */
export function toEpochDay(date: CalendarDate): number {
  const month = Number(date.slice(5, 7));
  // Counted from March on, a leap day is the last of its year. No Date: this runs for each of many rows.
  const year = Number(date.slice(0, 4)) - (month > 2 ? 0 : 1);
  const daysBefore = Math.floor((153 * ((month + 9) % 12) + 2) / 5);
  const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
  return 365 * year + leapDays + daysBefore + Number(date.slice(8, 10)) - SINCE_YEAR_0;
}

/** A person's rows have few days, and `addDays` asks for each of them often: to make the text costs ten times a look-up. */
const texts = new Map<number, CalendarDate>();
/** Twenty years. */
const MOST_TEXTS = 7300;

export function fromEpochDay(day: number): CalendarDate {
  let text = texts.get(day);
  if (text === undefined) {
    text = new Date(day * DAY).toISOString().slice(0, 10) as CalendarDate;
    if (texts.size >= MOST_TEXTS) texts.clear();
    texts.set(day, text);
  }
  return text;
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromEpochDay(toEpochDay(date) + days);
}

/** Days from a to b; negative when b is earlier. */
export function daysBetween(a: CalendarDate, b: CalendarDate): number {
  return toEpochDay(b) - toEpochDay(a);
}
