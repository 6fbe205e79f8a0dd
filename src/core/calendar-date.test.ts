import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  calendarDate,
  daysBetween,
  fromEpochDay,
  parseCalendarDate,
  toEpochDay,
  type CalendarDate,
} from './calendar-date.ts';

const days = fc.integer({ min: -719_162, max: 2_932_896 });

describe('a calendar date', () => {
  test.each(['2026-02-28', '2024-02-29', '0001-01-01', '9999-12-31', '2000-02-29'])('is valid: %s', (text) => {
    expect(parseCalendarDate(text)).toBe(text);
  });

  test.each([
    '2026-02-29',
    '1900-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '26-01-01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '0000-01-01',
  ])('is invalid: %s', (text) => {
    expect(parseCalendarDate(text)).toBeNull();
  });

  test('is invalid if a part is out of range or not a whole number', () => {
    expect(calendarDate(2026.5, 1, 1)).toBeNull();
    expect(calendarDate(10_000, 1, 1)).toBeNull();
  });

  test('is converted to epoch days and back in every year', () => {
    fc.assert(
      fc.property(days, (day) => {
        expect(fromEpochDay(day)).toBe(new Date(day * 86_400_000).toISOString().slice(0, 10));
        expect(toEpochDay(fromEpochDay(day))).toBe(day);
      }),
    );
    expect(toEpochDay('1970-01-01' as CalendarDate)).toBe(0);
    expect(toEpochDay('0001-01-01' as CalendarDate)).toBe(-719_162);
  });

  test('sorts by time when sorted as text', () => {
    fc.assert(
      fc.property(days, days, (a, b) => {
        expect(fromEpochDay(a) < fromEpochDay(b)).toBe(a < b);
      }),
    );
  });

  test('can be moved and counted in days across months, leap days and years', () => {
    expect(addDays('2024-02-28' as CalendarDate, 2)).toBe('2024-03-01');
    expect(addDays('2026-01-01' as CalendarDate, -1)).toBe('2025-12-31');
    expect(daysBetween('2024-02-28' as CalendarDate, '2024-03-01' as CalendarDate)).toBe(2);
  });
});
