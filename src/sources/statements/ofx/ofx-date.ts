import { calendarDate, toInstant, type CalendarDate, type Instant } from '../../../core/calendar-date.ts';

/**
 * The day as written: "20260131120000.000[-5:EST]" is 31 January 2026, whatever the time zone, as on the bank's
 * statement. Also reads other forms with the year first. Null for an invalid day.
 */
export function readOfxDate(text: string): CalendarDate | null {
  const plain = OFX_DATE.exec(text);
  if (plain !== null) return calendarDate(Number(plain[1]), Number(plain[2]), Number(plain[3]));
  const parted = ISO_DATE.exec(text);
  return parted === null ? null : calendarDate(Number(parted[1]), Number(parted[3]), Number(parted[4]));
}

/** The instant of "20260131120000[-5:EST]"; null without time or zone. */
export function readOfxMoment(text: string): Instant | null {
  const match = MOMENT.exec(text);
  const day = readOfxDate(text);
  if (match === null || day === null) return null;
  const [, hours = '', minutes = '', seconds = '00', zone = ''] = match;
  const ms = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(ms) || Math.abs(Number(zone)) > 14 ? null : toInstant(ms - Math.round(Number(zone) * 3_600_000));
}

/** The zone is an offset from UTC in hours, possibly with a fraction. */
const MOMENT = /^\d{8}[T ]?(\d\d)(\d\d)(\d\d)?(?:[.,]\d{1,9})?\s*\[([+-]?\d{1,2}(?:\.\d{1,2})?)\b/;

/**
 * YYYYMMDD, HHMM, HHMMSS, fraction, zone: parts may be missing from the right (OFX 2.2, section 3.2.8.2). Some banks
 * write a "T" or a space before the time, or the zone as in ISO 8601.
 */
const OFX_DATE =
  /^(\d{4})(\d{2})(\d{2})(?:[T ]?\d{4}(?:\d{2}(?:[.,]\d{1,9})?)?)?\s*(?:\[[^\]]*\]?|Z|[+-]\d{2}:?\d{2})?$/;
const ISO_DATE = /^(\d{4})([-/])(\d{2})\2(\d{2})(?:[T ][\d:.]+(?:Z|[+-][\d:]+)?)?$/;
