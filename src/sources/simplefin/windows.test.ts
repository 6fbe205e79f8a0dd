import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween, fromEpochDay, type CalendarDate } from '../../core/calendar-date.ts';
import { todayIn } from '../../core/time-zone.ts';
import { secondsOf, windowsOf } from './windows.ts';

const days = fc.integer({ min: 0, max: 40_000 }).map(fromEpochDay);
const spans = fc.integer({ min: 0, max: 1200 });
const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC');
const DAY = 86_400;

describe('the periods of a fetch', () => {
  test('include every requested day', () => {
    fc.assert(
      fc.property(days, spans, (today, span) => {
        const since = addDays(today, -span);
        const windows = windowsOf(since, today);
        for (let day = since; day <= today; day = addDays(day, 1)) {
          expect(windows.some(({ from, to }) => from <= day && day <= to)).toBe(true);
        }
        expect(windows[0]?.to).toBe(today);
      }),
      { numRuns: 100 },
    );
  });

  test('are never longer than 44 days, in any time zone', () => {
    fc.assert(
      fc.property(days, spans, zones, (today, span, zone) => {
        for (const window of windowsOf(addDays(today, -span), today)) {
          const { start, end } = secondsOf(window, zone);
          expect(Number.isInteger(start) && Number.isInteger(end)).toBe(true);
          expect(end - start).toBeGreaterThanOrEqual(DAY);
          expect(end - start).toBeLessThanOrEqual(44 * DAY);
        }
      }),
    );
  });

  test('overlap by at least 14 days', () => {
    fc.assert(
      fc.property(days, spans, (today, span) => {
        const windows = windowsOf(addDays(today, -span), today);
        for (const [index, older] of windows.slice(1).entries()) {
          const newer = windows[index];
          expect(daysBetween(newer?.from as CalendarDate, older.to) + 1).toBeGreaterThanOrEqual(14);
          expect(older.from < (newer?.from as CalendarDate)).toBe(true);
        }
      }),
    );
  });

  test('are the same on the next day, except for the newest', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 100, max: 400 }), (today, span) => {
        const since = addDays(today, -span);
        const older = windowsOf(since, today).slice(1);
        const tomorrows = windowsOf(since, addDays(today, 1)).slice(1);
        const starts = new Set(older.map(({ from }) => from));
        expect(tomorrows.filter(({ from }) => !starts.has(from)).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('take 13 or 14 requests for a first year, and one for a usual sync', () => {
    fc.assert(
      fc.property(days, (today) => {
        expect([13, 14]).toContain(windowsOf(addDays(today, -365), today).length);
        expect(windowsOf(addDays(today, -14), today)).toEqual([{ from: addDays(today, -14), to: today }]);
      }),
    );
  });

  test('include every second of their days, in local time and in UTC', () => {
    fc.assert(
      fc.property(days, zones, fc.integer({ min: 0, max: DAY - 1 }), (day, zone, second) => {
        const { start, end } = secondsOf({ from: day, to: day }, zone);
        const utcMoment = Date.parse(`${day}T00:00:00Z`) / 1000 + second;
        expect(start <= utcMoment && utcMoment < end).toBe(true);
        for (const moment of [start - 1, end]) expect(todayIn(zone, moment * 1000)).not.toBe(day);
      }),
    );
  });

  test('include only today if the first day is in the future', () => {
    expect(windowsOf('2026-03-12' as CalendarDate, '2026-03-10' as CalendarDate)).toEqual([
      { from: '2026-03-10', to: '2026-03-10' },
    ]);
  });
});
