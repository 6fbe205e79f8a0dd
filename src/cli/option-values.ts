import { InvalidArgumentError } from 'commander';
import { parseCalendarDate } from '../core/calendar-date.ts';

/** Reads an option's value; what commander then says names the option. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** A day of the calendar, as YYYY-MM-DD. */
export function day(text: string): string {
  if (parseCalendarDate(text) !== null) return text;
  throw new InvalidArgumentError('It must be a day as YYYY-MM-DD, such as 2026-01-31.');
}
