import {
  fromEpochDay,
  parseCalendarDate,
  toEpochDay,
  type CalendarDate,
  type LocalDateTime,
} from '../../core/calendar-date.ts';
import { remembered } from './remembered.ts';

/**
 * Spreadsheets count days (ECMA-376 part 1, 18.17.4.1): from 1 = 1900-01-01, with a 1900-02-29 that never
 * was, or in workbooks that began on an old Mac from 0 = 1904-01-01. The time of day is the fraction.
 */
const SECONDS_PER_DAY = 86_400;
/** Serials of 1970-01-01. */
const EPOCH_1900 = 25_569;
const EPOCH_1904 = 24_107;
/** The 1900-02-29 that never was; before it, serials are one lower than the later ones would have it. */
const PHANTOM = 60;
const LAST_DAY = toEpochDay('9999-12-31' as CalendarDate);
const FIRST_DAY_1900 = toEpochDay('1900-01-01' as CalendarDate);
const FIRST_DAY_1904 = toEpochDay('1904-01-01' as CalendarDate);

/** The day of a serial number, its time of day left out; null where the sheet has no day to show. */
export function serialToDate(serial: number, date1904: boolean): CalendarDate | null {
  const seconds = toSeconds(serial);
  return seconds === null ? null : dayOf(Math.floor(seconds / SECONDS_PER_DAY), date1904);
}

/** Rounded to the second, as sheets show it. */
export function serialToDateTime(serial: number, date1904: boolean): LocalDateTime | null {
  return date1904 ? momentOf1904(serial) : momentOf1900(serial);
}

const momentOf1900 = remembered((serial: number) => momentOf(serial, false));
const momentOf1904 = remembered((serial: number) => momentOf(serial, true));

function momentOf(serial: number, date1904: boolean): LocalDateTime | null {
  const date = serialToDate(serial, date1904);
  const seconds = toSeconds(serial);
  if (date === null || seconds === null) return null;
  return `${date}T${timeText(seconds % SECONDS_PER_DAY)}` as LocalDateTime;
}

/** Null for a day before the first one that the workbook can count. */
export function dateToSerial(date: CalendarDate, date1904: boolean): number | null {
  const day = epochDay(date);
  if (date1904) return day < FIRST_DAY_1904 ? null : day + EPOCH_1904;
  if (day < FIRST_DAY_1900) return null;
  const serial = day + EPOCH_1900;
  return serial > PHANTOM ? serial : serial - 1;
}

/** Null for a day before the first one that the workbook can count, and for text that is no such reading of a clock. */
export function dateTimeToSerial(moment: LocalDateTime, date1904: boolean): number | null {
  const read = readMoment(moment);
  const day = read === null ? null : dateToSerial(read.date, date1904);
  return read === null || day === null ? null : day + read.time;
}

/** The time is the fraction of its day. */
const readMoment = remembered((moment: string): { readonly date: CalendarDate; readonly time: number } | null => {
  const parts = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})$/.exec(moment);
  const date = parseCalendarDate(parts?.[1] ?? '');
  if (parts === null || date === null) return null;
  return { date, time: (Number(parts[2]) * 3600 + Number(parts[3]) * 60 + Number(parts[4])) / SECONDS_PER_DAY };
});

/** ISO 8601 text of a cell that stores its date so: a day, or a day and a time; null for anything else. */
export function isoToSerial(text: string, date1904: boolean): number | null {
  const [date = '', time = ''] = text.trim().replace(/(?:\.\d+)?Z?$/, '').split('T');
  return dateTimeToSerial(`${date}T${time === '' ? '00:00:00' : time}` as LocalDateTime, date1904);
}

/** "08:05:09" of seconds since midnight. */
function timeText(seconds: number): string {
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((value) => String(Math.floor(value)).padStart(2, '0')).join(':');
}

/** Whole seconds, so that 45292.9999999 (noise of a sum) is the next midnight and not the day before. */
function toSeconds(serial: number): number | null {
  return Number.isFinite(serial) && serial >= 0 ? Math.round(serial * SECONDS_PER_DAY) : null;
}

function dayOf(serial: number, date1904: boolean): CalendarDate | null {
  if (!date1904 && (serial < 1 || serial === PHANTOM)) return null;
  const day = date1904 ? serial - EPOCH_1904 : (serial > PHANTOM ? serial : serial + 1) - EPOCH_1900;
  return day > LAST_DAY ? null : calendarDay(day);
}

/** The text of a day is the dearest part of reading and of writing it. */
const calendarDay = remembered(fromEpochDay);
const epochDay = remembered(toEpochDay);
