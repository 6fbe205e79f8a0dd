import {
  fromEpochDay,
  parseCalendarDate,
  toEpochDay,
  type CalendarDate,
  type LocalDateTime,
} from '../core/calendar-date.ts';
import { remembered } from './remembered.ts';

/** From which day on a kind of workbook counts, and which days it cannot count (null). Days are whole days since 1970-01-01. */
export interface DayCount {
  serialOf(day: number): number | null;
  dayOf(serial: number): number | null;
}

const SECONDS_PER_DAY = 86_400;
const FIRST_DAY = toEpochDay('0001-01-01' as CalendarDate);
const LAST_DAY = toEpochDay('9999-12-31' as CalendarDate);

/** Spreadsheets keep a day as a number, and the time of day as its fraction. */
export class SerialDates {
  readonly #count: DayCount;
  /** Rounded to the second, as sheets show it; null where the sheet has no day to show. */
  readonly toDateTime: (serial: number) => LocalDateTime | null;

  constructor(count: DayCount) {
    this.#count = count;
    this.toDateTime = remembered((serial: number) => this.#moment(serial));
  }

  /** The day of a serial number, its time of day left out; null where the sheet has no day to show. */
  toDate(serial: number): CalendarDate | null {
    const seconds = toSeconds(serial);
    return seconds === null ? null : this.#day(seconds);
  }

  /** Null for a day that the workbook cannot count. */
  fromDate(date: CalendarDate): number | null {
    return this.#count.serialOf(epochDay(date));
  }

  /** Null for a day that the workbook cannot count, and for text that is no such reading of a clock. */
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

/** The time is the fraction of its day. */
const readMoment = remembered((moment: string): { readonly date: CalendarDate; readonly time: number } | null => {
  const parts = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})$/.exec(moment);
  const date = parseCalendarDate(parts?.[1] ?? '');
  if (parts === null || date === null) return null;
  return { date, time: (Number(parts[2]) * 3600 + Number(parts[3]) * 60 + Number(parts[4])) / SECONDS_PER_DAY };
});

/** "08:05:09" of seconds since midnight. */
function timeText(seconds: number): string {
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((value) => String(Math.floor(value)).padStart(2, '0'))
    .join(':');
}

/** Whole seconds, so that 45292.9999999 (noise of a sum) is the next midnight and not the day before. */
function toSeconds(serial: number): number | null {
  return Number.isFinite(serial) ? Math.round(serial * SECONDS_PER_DAY) : null;
}

/** The text of a day is the dearest part of reading and of writing it. */
const calendarDay = remembered(fromEpochDay);
const epochDay = remembered(toEpochDay);
