import { calendarDate, type CalendarDate } from '../../../core/calendar-date.ts';

/**
 * The day that the bank wrote: "20260131120000.000[-5:EST]" is 31 January 2026, whatever the time and
 * zone. Nothing is shifted, since a bank's day is the day on its statement. Also reads the ISO form that
 * some banks write instead. Null when it is neither or when there is no such day.
 */
export function readOfxDate(text: string): CalendarDate | null {
  const match = OFX_DATE.exec(text) ?? ISO_DATE.exec(text);
  return match === null ? null : calendarDate(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** YYYYMMDD, HHMM, HHMMSS, fraction, zone: each may be missing from the right (OFX 2.2, section 3.2.8.2). */
const OFX_DATE = /^(\d{4})(\d{2})(\d{2})(?:\d{4}(?:\d{2}(?:[.,]\d{1,9})?)?)?\s*(?:\[[^\]]*\]?)?$/;
const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})(?:T[\d:.]+(?:Z|[+-][\d:]+)?)?$/;

/** `readOfxDate` that remembers what it read: a long statement has few days, and each is kept once. */
export function rememberingDateReader(): typeof readOfxDate {
  const known = new Map<string, CalendarDate | null>();
  return (text) => {
    let date = known.get(text);
    if (date === undefined) {
      date = readOfxDate(text);
      known.set(text, date);
    }
    return date;
  };
}
