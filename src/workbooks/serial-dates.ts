import {
  fromEpochDay,
  parseCalendarDate,
  toEpochDay,
  type CalendarDate,
  type LocalDateTime,
} from '../core/calendar-date.ts';
import { memoize } from '../core/memoize.ts';

/** How a file format counts days; null for days it cannot represent. Days are whole days since 1970-01-01. */
export interface DayCount {
  serialOf(day: number): number | null;
  dayOf(serial: number): number | null;
}

const SECONDS_PER_DAY = 86_400;
const FIRST_DAY = toEpochDay('0001-01-01' as CalendarDate);
const LAST_DAY = toEpochDay('9999-12-31' as CalendarDate);

/** Spreadsheets store a date as a number whose fraction is the time of day. */
export class SerialDates {
  readonly #count: DayCount;
  /** Rounded to the second; null if the serial is not a date. */
  readonly toDateTime: (serial: number) => LocalDateTime | null;

  constructor(count: DayCount) {
    this.#count = count;
    this.toDateTime = memoize((serial: number) => this.#moment(serial));
  }

  toDate(serial: number): CalendarDate | null {
    const seconds = toSeconds(serial);
    return seconds === null ? null : this.#day(seconds);
  }

  /** Null for a day that the workbook cannot represent. */
  fromDate(date: CalendarDate): number | null {
    return this.#count.serialOf(toEpochDay(date));
  }

  /** Null for a day that the workbook cannot represent, or for invalid text. */
  fromDateTime(moment: LocalDateTime): number | null {
    const read = readMoment(moment);
    const day = read === null ? null : this.fromDate(read.date);
    return read === null || day === null ? null : day + read.time;
  }

  #moment(serial: number): LocalDateTime | null {
    const seconds = toSeconds(serial);
    const date = seconds === null ? null : this.#day(seconds);
    if (seconds === null || date === null) return null;
    return `${date}T${timeText(seconds - Math.floor(seconds / SECONDS_PER_DAY) * SECONDS_PER_DAY)}` as LocalDateTime;
  }

  #day(seconds: number): CalendarDate | null {
    const day = this.#count.dayOf(Math.floor(seconds / SECONDS_PER_DAY));
    return day === null || day < FIRST_DAY || day > LAST_DAY ? null : calendarDay(day);
  }
}

const readMoment = memoize((moment: string): { readonly date: CalendarDate; readonly time: number } | null => {
  const parts = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})$/.exec(moment);
  const date = parseCalendarDate(parts?.[1] ?? '');
  if (parts === null || date === null) return null;
  return { date, time: (Number(parts[2]) * 3600 + Number(parts[3]) * 60 + Number(parts[4])) / SECONDS_PER_DAY };
});

function timeText(seconds: number): string {
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((value) => String(Math.floor(value)).padStart(2, '0'))
    .join(':');
}

/** Rounds, so that 45292.9999999 (a rounding error) is the next midnight. */
function toSeconds(serial: number): number | null {
  return Number.isFinite(serial) ? Math.round(serial * SECONDS_PER_DAY) : null;
}

/** Memoized, because this conversion is the most expensive part of reading and writing dates. */
const calendarDay = memoize(fromEpochDay);
