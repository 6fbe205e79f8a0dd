import { calendarDate, daysBetween, type CalendarDate } from '../../../core/calendar-date.ts';
import type { StatementPeriod } from '../statement.ts';
import { negateAmount, parseAmount, type Amount } from '../../../core/amount.ts';
import { readDecimal } from '../../../core/amount-text.ts';

/** SWIFT's rule: 80 to 99 are 1980 to 1999, and 00 to 79 are 2000 to 2079. */
function yearOf(twoDigits: string): number {
  const year = Number(twoDigits);
  return year >= 80 ? 1900 + year : 2000 + year;
}

export function readMt940Date(text: string): CalendarDate | null {
  return calendarDate(yearOf(text.slice(0, 2)), Number(text.slice(2, 4)), Number(text.slice(4, 6)));
}

/**
 * The entry date ("MMDD", or empty) has no year: chooses the date between the two balances, or the one nearest to the
 * value date ("YYMMDD"). Some banks write 30 February as the value date, which is harmless beside an entry date.
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
  const [first = null, ...others] = inside.length > 0 ? inside : candidates;
  const distance = (date: CalendarDate): number => Math.abs(daysBetween(near, date));
  return others.reduce((best, date) => (best === null || distance(date) < distance(best) ? date : best), first);
}

/** True if the entry date is so near to the value date that the balances do not matter for its year. */
export function isYearCertain(value: string, booked: CalendarDate): boolean {
  const near = readMt940Date(value) ?? readMt940Date(`${value.slice(0, 4)}28`);
  return near !== null && Math.abs(daysBetween(near, booked)) <= FIVE_MONTHS;
}

const FIVE_MONTHS = 150;

/** The decimal mark is a comma ("12,"). A point before three digits could be a grouping mark, so the amount is null. */
export function readMt940Amount(text: string): Amount | null {
  if (PLAIN.test(text)) return parseAmount(text.replace(',', '.'));
  if (LONE_POINT.test(text)) return CLEAR_POINT.test(text) ? readDecimal(text, '.') : null;
  return readDecimal(text, ',');
}

const PLAIN = /^\d{1,12},\d{0,2}$/;
const LONE_POINT = /^\d*\.\d*$/;
const CLEAR_POINT = /\d\.$|\.\d\d$/;

/** Debits and reversals of credits are money out. */
export function signed(amount: Amount, mark: string): Amount {
  return mark === 'D' || mark === 'RC' || mark === 'ED' ? negateAmount(amount) : amount;
}
