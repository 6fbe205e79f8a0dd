import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type CalendarDate, type LocalDateTime } from '../../core/calendar-date.ts';
import { dateTimeToSerial, dateToSerial, isoToSerial, serialToDate, serialToDateTime } from './serial-date.ts';

const days = fc.integer({ min: 0, max: 2_957_003 - 1462 }).map((day) => addDays('1904-01-01' as CalendarDate, day));

describe('serial dates', () => {
  test.each([
    [1, '1900-01-01'],
    [59, '1900-02-28'],
    [61, '1900-03-01'],
    [25_569, '1970-01-01'],
    [45_292, '2024-01-01'],
    [45_351, '2024-02-29'],
    [2_958_465, '9999-12-31'],
  ])('%d is %s, and back', (serial, date) => {
    expect(serialToDate(serial, false)).toBe(date);
    expect(dateToSerial(date as CalendarDate, false)).toBe(serial);
  });

  test.each([0, 0.5, 60, -1, 2_958_466, Number.NaN, Number.POSITIVE_INFINITY])('%d is no day', (serial) => {
    expect(serialToDate(serial, false)).toBeNull();
    expect(serialToDateTime(serial, false)).toBeNull();
  });

  test('in the 1904 system days are 1,462 lower', () => {
    expect(serialToDate(0, true)).toBe('1904-01-01');
    expect(serialToDate(45_292 - 1462, true)).toBe('2024-01-01');
    expect(dateToSerial('2024-01-01' as CalendarDate, true)).toBe(45_292 - 1462);
  });

  test('a day before the first one has no serial', () => {
    expect(dateToSerial('1899-12-31' as CalendarDate, false)).toBeNull();
    expect(dateToSerial('1903-12-31' as CalendarDate, true)).toBeNull();
  });

  test('every second of every day comes back as itself, in both systems', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 86_399 }), fc.boolean(), (date, second, date1904) => {
        const moment = `${date}T${new Date(second * 1000).toISOString().slice(11, 19)}` as LocalDateTime;
        const serial = dateTimeToSerial(moment, date1904) as number;
        expect(serialToDateTime(serial, date1904)).toBe(moment);
        expect(serialToDate(serial, date1904)).toBe(date);
      }),
    );
  });

  test('the noise of a sum does not move a day', () => {
    expect(serialToDate(45_291.999_999_99, false)).toBe('2024-01-01');
  });

  test('a stored ISO text is the serial of its day and time', () => {
    expect(isoToSerial('2024-01-01', false)).toBe(45_292);
    expect(isoToSerial('2024-01-01T12:00:00.000Z', false)).toBe(45_292.5);
    expect(isoToSerial('2024-02-30', false)).toBeNull();
    expect(isoToSerial('12:00:00', false)).toBeNull();
  });
});
