import { toEpochDay, type CalendarDate, type LocalDateTime } from '../../../core/calendar-date.ts';
import { SerialDates } from '../../serial-dates.ts';

/**
 * Files count days (ECMA-376 part 1, 18.17.4.1): from 1 = 1900-01-01, with a 1900-02-29 that never
 * was, or in workbooks that began on an old Mac from 0 = 1904-01-01.
 */
export const FROM_1900 = new SerialDates({
  serialOf: (day) => {
    if (day < FIRST_DAY_1900) return null;
    const serial = day + EPOCH_1900;
    return serial > PHANTOM ? serial : serial - 1;
  },
  dayOf: (serial) => (serial < 1 || serial === PHANTOM ? null : (serial > PHANTOM ? serial : serial + 1) - EPOCH_1900),
});

export const FROM_1904 = new SerialDates({
  serialOf: (day) => (day < FIRST_DAY_1904 ? null : day + EPOCH_1904),
  dayOf: (serial) => (serial < 0 ? null : serial - EPOCH_1904),
});

/** Serials of 1970-01-01. */
const EPOCH_1900 = 25_569;
const EPOCH_1904 = 24_107;
/** The 1900-02-29 that never was; before it, serials are one lower than the later ones would have it. */
const PHANTOM = 60;
const FIRST_DAY_1900 = toEpochDay('1900-01-01' as CalendarDate);
const FIRST_DAY_1904 = toEpochDay('1904-01-01' as CalendarDate);

/** ISO 8601 text of a cell that stores its date so: a day, or a day and a time; null for anything else. */
export function isoToSerial(text: string, dates: SerialDates): number | null {
  const [date = '', time = ''] = text
    .trim()
    .replace(/(?:\.\d+)?Z?$/, '')
    .split('T');
  return dates.fromDateTime(`${date}T${time === '' ? '00:00:00' : time}` as LocalDateTime);
}
