import { calendarDate, daysBetween, type CalendarDate } from '../../../core/calendar-date.ts';
import type { StatementPeriod } from '../statement.ts';

/** The year of "YY": 80 to 99 are the last century's, as SWIFT has it. */
function yearOf(twoDigits: string): number {
  const year = Number(twoDigits);
  return year >= 80 ? 1900 + year : 2000 + year;
}

/** "YYMMDD"; null when there is no such day. */
export function readMt940Date(text: string): CalendarDate | null {
  return calendarDate(yearOf(text.slice(0, 2)), Number(text.slice(2, 4)), Number(text.slice(4, 6)));
}

/**
 * The day on which an entry was booked: its entry date, whose year the file leaves out, else its value date.
 * The year is the one that puts it between the two balances, and where that leaves a choice, the one that
 * puts it nearest to the value date. Null when there is no such day.
 *
 * @param value "YYMMDD". Banks that count every month as 30 days write 30 February, which does no harm
 *   beside an entry date.
 * @param entry "MMDD", or empty.
 * @param between the days of the two balances.
 */
export function bookingDate(value: string, entry: string, between: StatementPeriod | null): CalendarDate | null {
  if (entry === '') return readMt940Date(value);
  const near = readMt940Date(value) ?? readMt940Date(`${value.slice(0, 4)}28`);
  if (near === null) return null;
  const candidates = [0, -1, 1].flatMap((years) => {
    const date = calendarDate(yearOf(value.slice(0, 2)) + years, Number(entry.slice(0, 2)), Number(entry.slice(2, 4)));
    return date === null ? [] : [date];
  });
  const inside = candidates.filter((date) => between !== null && between.from <= date && date <= between.to);
  const nearest = (inside.length > 0 ? inside : candidates).sort(
    (a, b) => Math.abs(daysBetween(near, a)) - Math.abs(daysBetween(near, b)),
  )[0];
  return nearest ?? null;
}

/** Whether an entry date is so near to its value date that no other year can be meant, whatever the balances say. */
export function isYearCertain(value: string, booked: CalendarDate): boolean {
  const near = readMt940Date(value) ?? readMt940Date(`${value.slice(0, 4)}28`);
  return near !== null && Math.abs(daysBetween(near, booked)) <= FIVE_MONTHS;
}

const FIVE_MONTHS = 150;
