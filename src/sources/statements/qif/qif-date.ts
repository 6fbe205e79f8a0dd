import { calendarDate, type CalendarDate } from '../../../core/calendar-date.ts';
import type { DayMonthOrder } from '../../../core/csv-mapping.ts';

/** Which part comes first where the year does not. */
export type QifDateOrder = DayMonthOrder;

/** Why a file's dates cannot be read. */
export type QifDateProblem = 'unreadable' | 'conflicting' | 'ambiguous';

/**
 * Decides over a whole file whether the day or the month comes first, and never guesses: a day after the 12th
 * shows it, points stand only in dates that begin with the day, and without either the file is ambiguous.
 * `place` says where a date stands.
 */
export class QifDateSearch<Place> {
  /** Whether dates of two digits everywhere end in their year, as the file says or one of them shows. */
  #yearIsLast: boolean;
  #decided: QifDateOrder | null;
  readonly #seen = new Set<string>();
  #open: { readonly place: Place } | null = null;
  /** Of dates with two digits everywhere: where one could be of the form YY-MM-DD, and the parts that vary. */
  #short: { readonly place: Place } | null = null;
  readonly #firsts = new Set<number>();
  readonly #lasts = new Set<number>();

  /** @param given what the file itself says ("!Option:MDY"); null when it says nothing. */
  constructor(given: QifDateOrder | null) {
    this.#decided = given;
    this.#yearIsLast = given !== null;
  }

  see(text: string, place: Place): Exclude<QifDateProblem, 'ambiguous'> | null {
    if (this.#seen.has(text)) return null;
    this.#seen.add(text);
    const parts = readParts(text);
    if (parts === null) return 'unreadable';
    if (parts.yearFirst) return dateOf(parts, 'mdy') === null ? 'unreadable' : null;
    const hint = hintOf(parts);
    if (hint === 'none') return 'unreadable';
    if (parts.separator === '-' && parts.isShort) this.#see(parts, place);
    if (hint === 'open') this.#open ??= { place };
    else if (hint !== 'same' && this.#decided !== null && hint !== this.#decided) return 'conflicting';
    else if (hint !== 'same') this.#decided = hint;
    return null;
  }

  /** The order, or where the first date stands that may mean two days. */
  decide(): QifDateOrder | { readonly ambiguous: Place } {
    if (!this.#yearIsLast && this.#short !== null && this.#firsts.size <= this.#lasts.size)
      return { ambiguous: this.#short.place };
    if (this.#decided === null && this.#open !== null) return { ambiguous: this.#open.place };
    return this.#decided ?? 'mdy';
  }

  /** "26-01-31" may begin with its year, as no "26/01/31" does. Years vary less than days and months do. */
  #see({ first, second, last }: DateParts, place: Place): void {
    if (calendarDate(2000 + first, second, last % 100) === null) this.#yearIsLast = true;
    this.#short ??= { place };
    this.#firsts.add(first);
    this.#lasts.add(last);
  }
}

/** Null unless the text is a date of that order, and that day exists. */
export function readQifDate(text: string, order: QifDateOrder): CalendarDate | null {
  const parts = readParts(text);
  return parts === null ? null : dateOf(parts, order);
}

interface DateParts {
  readonly first: number;
  readonly second: number;
  readonly last: number;
  /** Before the last part. */
  readonly separator: string;
  /** Whether the first part is the year, in four digits. */
  readonly yearFirst: boolean;
  /** Whether the year has two digits. */
  readonly isShort: boolean;
}

function readParts(text: string): DateParts | null {
  const match = text.length > LONGEST ? null : (DATE.exec(text) ?? COMPACT.exec(text));
  if (match === null) return null;
  const [, first = '', , second = '', separator = '', last = ''] = match;
  const yearFirst = first.length === 4;
  if (yearFirst ? last.length > 2 : first.length > 2) return null;
  const year = yearFirst ? Number(first) : yearOf(last, separator);
  if (year === null) return null;
  const numbers = yearFirst ? { first: year, last: Number(last) } : { first: Number(first), last: year };
  return { ...numbers, second: Number(second), separator, yearFirst, isShort: !yearFirst && last.length === 2 };
}

/** "1/31'26", "1/31' 6", "01/31/2026", "31.01.26", "2026-01-31", "31 01 2026"; a time of day behind it does not matter. */
const DATE = /^(\d{1,4}) ?([/.\- ]) ?(\d{1,2}) ?([/.\-' ]) ?(\d{1,4})(?:[T ]\d\d:\d\d(?::\d\d)?)?$/;
/** "20260131". The empty groups stand for the separators. */
const COMPACT = /^((?:19|20)\d\d)()(\d\d)()(\d\d)$/;
const LONGEST = 40;

/** Behind an apostrophe Quicken writes the years from 2000 on, without leading zeros; else a century ends in 69. */
function yearOf(written: string, separator: string): number | null {
  const year = Number(written);
  if (written.length === 4) return year;
  if (separator === "'") return written.length <= 2 ? 2000 + year : null;
  if (written.length !== 2) return null;
  return year >= 70 ? 1900 + year : 2000 + year;
}

function dateOf({ first, second, last, yearFirst }: DateParts, order: QifDateOrder): CalendarDate | null {
  if (yearFirst) return calendarDate(first, second, last);
  return order === 'mdy' ? calendarDate(last, first, second) : calendarDate(last, second, first);
}

/** What a date alone shows: one order, both as the same day ("same"), both as different days ("open"), or none. */
function hintOf(parts: DateParts): QifDateOrder | 'same' | 'open' | 'none' {
  const mdy = parts.separator === '.' ? null : dateOf(parts, 'mdy');
  const dmy = dateOf(parts, 'dmy');
  if (mdy === null) return dmy === null ? 'none' : 'dmy';
  if (dmy === null) return 'mdy';
  return mdy === dmy ? 'same' : 'open';
}
