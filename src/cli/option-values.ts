import { InvalidArgumentError } from 'commander';
import { parseCalendarDate } from '../core/calendar-date.ts';
import { text } from './speech.ts';

/** Reads an option's value; what commander then says names the option. */
export function wholeNumber(least: number, most: number): (given: string) => number {
  return (given) => {
    const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(text().usage.wholeNumber({ least, most }));
  };
}

/** A day of the calendar, as YYYY-MM-DD. */
export function day(given: string): string {
  if (parseCalendarDate(given) !== null) return given;
  throw new InvalidArgumentError(text().usage.day);
}

/** A code of ISO 3166-1, in capitals. */
export function country(given: string): string {
  if (/^[A-Za-z]{2}$/.test(given)) return given.toUpperCase();
  throw new InvalidArgumentError(text().usage.country);
}
