import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type CalendarDate, type LocalDateTime } from '../../../core/calendar-date.ts';
import { FROM_1900, FROM_1904, isoToSerial } from './cell-context.ts';

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
  ])('%d is converted to %s and back', (serial, date) => {
    expect(FROM_1900.toDate(serial)).toBe(date);
    expect(FROM_1900.fromDate(date as CalendarDate)).toBe(serial);
  });

  test.each([0, 0.5, 60, -1, 2_958_466, Number.NaN, Number.POSITIVE_INFINITY])('%d is not a date', (serial) => {
    expect(FROM_1900.toDate(serial)).toBeNull();
    expect(FROM_1900.toDateTime(serial)).toBeNull();
  });

  test('are 1,462 days lower in the 1904 system', () => {
    expect(FROM_1904.toDate(0)).toBe('1904-01-01');
    expect(FROM_1904.toDate(45_292 - 1462)).toBe('2024-01-01');
    expect(FROM_1904.fromDate('2024-01-01' as CalendarDate)).toBe(45_292 - 1462);
  });

  test('do not exist before the first day of the date system', () => {
    expect(FROM_1900.fromDate('1899-12-31' as CalendarDate)).toBeNull();
    expect(FROM_1904.fromDate('1903-12-31' as CalendarDate)).toBeNull();
  });

  test('represent every second of a day exactly, in both date systems', () => {
    fc.assert(
      fc.property(
        days,
        fc.integer({ min: 0, max: 86_399 }),
        fc.constantFrom(FROM_1900, FROM_1904),
        (date, second, dates) => {
          const moment = `${date}T${new Date(second * 1000).toISOString().slice(11, 19)}` as LocalDateTime;
          const serial = dates.fromDateTime(moment) as number;
          expect(dates.toDateTime(serial)).toBe(moment);
          expect(dates.toDate(serial)).toBe(date);
        },
      ),
    );
  });

  test('tolerate rounding errors of sums', () => {
    expect(FROM_1900.toDate(45_291.999_999_99)).toBe('2024-01-01');
  });

  test('are read from ISO texts with a valid day, with or without a time', () => {
    expect(isoToSerial('2024-01-01', FROM_1900)).toBe(45_292);
    expect(isoToSerial('2024-01-01T12:00:00.000Z', FROM_1900)).toBe(45_292.5);
    expect(isoToSerial('2024-02-30', FROM_1900)).toBeNull();
    expect(isoToSerial('12:00:00', FROM_1900)).toBeNull();
  });
});
