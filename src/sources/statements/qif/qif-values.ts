import type { Amount } from '../../../core/amount.ts';
import { type CalendarDate, calendarDate } from '../../../core/calendar-date.ts';
import { readDate } from '../../../core/date-text.ts';
import { DecimalMarkSearch, readDecimal, type DecimalMark } from '../../../core/amount-text.ts';
import { memoize } from '../../../core/memoize.ts';
import { excerpt, placeError, type Fault, type StatementText } from '../statement-error.ts';
import type { QifRecord } from './qif-records.ts';
import type { DayMonthOrder } from '../../../core/csv-mapping.ts';

export interface QifHabits {
  readonly mark: DecimalMark;
  readonly readDate: (text: string) => CalendarDate | null;
}

/** `givenOrder` is stated by the file; `answer` is the user's choice for an ambiguous file. */
export function findHabits(
  text: StatementText,
  records: readonly QifRecord[],
  givenOrder: DayMonthOrder | null,
  answer: DayMonthOrder | null,
): QifHabits {
  const marks = new DecimalMarkSearch<QifRecord>();
  const dates = new QifDateSearch<QifRecord>(givenOrder);
  for (const record of records) {
    const { D: date, T: total, U: same } = record.fields;
    if (date === undefined) throw badDate(text, record, 'missing');
    const dateProblem = dates.see(date, record);
    if (dateProblem !== null) throw badDate(text, record, dateProblem);
    for (const amount of total === same ? [total] : [total, same]) {
      const problem = amount === undefined ? null : marks.see(amount, DECIMALS, record);
      if (problem !== null) throw badAmount(text, record, problem, amount);
    }
    if (total === undefined && same === undefined) throw badAmount(text, record, 'missing');
  }
  const found = dates.decide();
  const order = typeof found === 'string' ? found : answer;
  if (order === null) throw badDate(text, (found as { readonly ambiguous: QifRecord }).ambiguous, 'ambiguous');
  const mark = marks.decide();
  if (typeof mark !== 'string') throw badAmount(text, mark.ambiguous, 'ambiguous');
  return { mark, readDate: memoize((written) => readQifDate(written, order)) };
}

export function amountOf(text: StatementText, record: QifRecord, mark: DecimalMark): Amount {
  const { T: total, U: same } = record.fields;
  const amount = readDecimal(total ?? same ?? '', mark);
  if (amount === null) throw badAmount(text, record, 'unreadable');
  if (total !== undefined && same !== undefined && total !== same && readDecimal(same, mark) !== amount) {
    const fault = { reason: 'different', text: excerpt(same), before: excerpt(total) } as const;
    throw placeError('statement_bad_amount', text, record.amountOffset, fault);
  }
  return amount;
}

export function dateOf(text: StatementText, record: QifRecord, { readDate }: QifHabits): CalendarDate {
  const date = readDate(record.fields['D'] ?? '');
  if (date === null) throw badDate(text, record, 'unreadable');
  return date;
}

/** The format has no currency; nearly all currencies have two decimals. */
const DECIMALS = 2;

function badAmount(
  text: StatementText,
  record: QifRecord,
  reason: Fault<'statement_bad_amount'>['reason'],
  written: string = record.fields['T'] ?? record.fields['U'] ?? '',
) {
  return placeError('statement_bad_amount', text, record.amountOffset, { reason, text: excerpt(written) });
}

function badDate(text: StatementText, record: QifRecord, reason: Fault<'statement_bad_date'>['reason']) {
  const written = excerpt(record.fields['D'] ?? '');
  return placeError('statement_bad_date', text, record.dateOffset, { reason, text: written });
}

/** A day after the 12th proves the order, and dates with points begin with the day. Otherwise the file is ambiguous. */
export class QifDateSearch<Place> {
  #yearIsLast: boolean;
  #decided: DayMonthOrder | null;
  readonly #seen = new Set<string>();
  #open: { readonly place: Place } | null = null;
  /** The first date with three two-digit parts, which may be YY-MM-DD, and all first and last parts of such dates. */
  #short: { readonly place: Place } | null = null;
  readonly #firsts = new Set<number>();
  readonly #lasts = new Set<number>();

  /** `given` is stated by the file ("!Option:MDY"). */
  constructor(given: DayMonthOrder | null) {
    this.#decided = given;
    this.#yearIsLast = given !== null;
  }

  see(text: string, place: Place): 'unreadable' | 'conflicting' | null {
    if (this.#seen.has(text)) return null;
    this.#seen.add(text);
    const parts = readParts(text);
    if (parts === null) return readNamedDate(text) === null ? 'unreadable' : null;
    if (parts.yearFirst) return dateInOrder(parts, 'mdy') === null ? 'unreadable' : null;
    const hint = hintOf(parts);
    if (hint === 'none') return 'unreadable';
    if (parts.separator === '-' && parts.isShort) this.#see(parts, place);
    if (hint === 'open') this.#open ??= { place };
    else if (hint !== 'same' && this.#decided !== null && hint !== this.#decided) return 'conflicting';
    else if (hint !== 'same') this.#decided = hint;
    return null;
  }

  decide(): DayMonthOrder | { readonly ambiguous: Place } {
    if (!this.#yearIsLast && this.#short !== null && this.#firsts.size <= this.#lasts.size)
      return { ambiguous: this.#short.place };
    if (this.#decided === null && this.#open !== null) return { ambiguous: this.#open.place };
    return this.#decided ?? 'mdy';
  }

  /** "26-01-31" may begin with its year, unlike "26/01/31". If the first parts vary more than the last ones, the year is last. */
  #see({ first, second, last }: DateParts, place: Place): void {
    if (calendarDate(2000 + first, second, last % 100) === null) this.#yearIsLast = true;
    this.#short ??= { place };
    this.#firsts.add(first);
    this.#lasts.add(last);
  }
}

export function readQifDate(text: string, order: DayMonthOrder): CalendarDate | null {
  const parts = readParts(text);
  return parts === null ? readNamedDate(text) : dateInOrder(parts, order);
}

/** Reads "26 Jan 2026", which needs no order. American Express writes such dates in Canada. */
function readNamedDate(text: string): CalendarDate | null {
  return /\p{L}{3}/u.test(text) ? readDate(text, 'ymd') : null;
}

type DateParts = NonNullable<ReturnType<typeof readParts>>;

function readParts(text: string) {
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

/** "1/31'26", "1/31' 6", "01/31/2026", "31.01.26", "2026-01-31", "31 01 2026"; a time of day is ignored. */
const DATE = /^(\d{1,4}) ?([/.\- ]) ?(\d{1,2}) ?([/.\-' ]) ?(\d{1,4})(?:[T ]\d\d:\d\d(?::\d\d)?)?$/;
/** "20260131". The empty groups replace the separators. */
const COMPACT = /^((?:19|20)\d\d)()(\d\d)()(\d\d)$/;
const LONGEST = 40;

/** Two digits after an apostrophe are 2000 to 2099, as in Quicken. Otherwise, 70 to 99 are 1970 to 1999. */
function yearOf(written: string, separator: string): number | null {
  const year = Number(written);
  if (written.length === 4) return year;
  if (separator === "'") return written.length <= 2 ? 2000 + year : null;
  if (written.length !== 2) return null;
  return year >= 70 ? 1900 + year : 2000 + year;
}

function dateInOrder({ first, second, last, yearFirst }: DateParts, order: DayMonthOrder): CalendarDate | null {
  if (yearFirst) return calendarDate(first, second, last);
  return order === 'mdy' ? calendarDate(last, first, second) : calendarDate(last, second, first);
}

/** The order that a single date proves; "same": both orders give the same day, "open": both give different days. */
function hintOf(parts: DateParts): DayMonthOrder | 'same' | 'open' | 'none' {
  const mdy = parts.separator === '.' ? null : dateInOrder(parts, 'mdy');
  const dmy = dateInOrder(parts, 'dmy');
  if (mdy === null) return dmy === null ? 'none' : 'dmy';
  if (dmy === null) return 'mdy';
  return mdy === dmy ? 'same' : 'open';
}
