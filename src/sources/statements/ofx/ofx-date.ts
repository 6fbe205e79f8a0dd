import { calendarDate, type CalendarDate } from '../../../core/calendar-date.ts';

/**
 * The day that the bank wrote: "20260131120000.000[-5:EST]" is 31 January 2026, whatever the time and
 * zone. Nothing is shifted, since a bank's day is the day on its statement. Also reads the other
 * forms that some banks write with the year in front. Null when it is neither or when there is no such day.
 */
export function readOfxDate(text: string): CalendarDate | null {
  const plain = OFX_DATE.exec(text);
  if (plain !== null) return calendarDate(Number(plain[1]), Number(plain[2]), Number(plain[3]));
  const parted = ISO_DATE.exec(text);
  return parted === null ? null : calendarDate(Number(parted[1]), Number(parted[3]), Number(parted[4]));
}

/**
 * YYYYMMDD, HHMM, HHMMSS, fraction, zone: each may be missing from the right (OFX 2.2, section 3.2.8.2). Some banks put
 * a "T" or a space before the time, or write the zone as ISO 8601 has it.
 */
const OFX_DATE =
  /^(\d{4})(\d{2})(\d{2})(?:[T ]?\d{4}(?:\d{2}(?:[.,]\d{1,9})?)?)?\s*(?:\[[^\]]*\]?|Z|[+-]\d{2}:?\d{2})?$/;
const ISO_DATE = /^(\d{4})([-/])(\d{2})\2(\d{2})(?:[T ][\d:.]+(?:Z|[+-][\d:]+)?)?$/;
