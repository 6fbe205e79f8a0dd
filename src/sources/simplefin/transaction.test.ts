import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromEpochDay } from '../../core/calendar-date.ts';
import { todayIn } from '../../core/time-zone.ts';
import { bookingDay, readMoment } from './transaction.ts';

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC');
const days = fc.integer({ min: 1, max: 80_000 });

describe('bookingDay', () => {
  test('is the same in every time zone if given as noon or midnight in UTC', () => {
    fc.assert(
      fc.property(days, zones, fc.constantFrom(0, 43_200), (day, zone, mark) => {
        expect(bookingDay(day * 86_400 + mark, zone)).toBe(fromEpochDay(day));
      }),
    );
  });

  test('is the local day of any other time', () => {
    fc.assert(
      fc.property(days, zones, fc.integer({ min: 1, max: 43_199 }), (day, zone, second) => {
        const moment = day * 86_400 + second;
        expect(bookingDay(moment, zone)).toBe(todayIn(zone, moment * 1000));
      }),
    );
  });

  test.each([
    [
      'noon in UTC as that day, although it is the next day in Auckland',
      '2026-03-10T12:00:00Z',
      'Pacific/Auckland',
      '2026-03-10',
    ],
    ['noon in UTC as that day at the date line', '2026-03-10T12:00:00Z', 'Pacific/Kiritimati', '2026-03-10'],
    [
      'midnight in UTC as that day, although it is the day before in New York',
      '2026-03-10T00:00:00Z',
      'America/New_York',
      '2026-03-10',
    ],
    [
      'a time late in the evening as the local day of New York',
      '2026-03-11T03:59:59Z',
      'America/New_York',
      '2026-03-10',
    ],
    [
      'a time right after midnight as the local day of New York',
      '2026-03-11T04:00:01Z',
      'America/New_York',
      '2026-03-11',
    ],
    ['midnight in New York as the day that begins', '2026-03-10T04:00:00Z', 'America/New_York', '2026-03-10'],
  ])('reads %s', (_, moment, zone, day) => {
    expect(bookingDay(Date.parse(moment) / 1000, zone)).toBe(day);
  });
});

test.each([
  [1_773_144_000, 1_773_144_000],
  ['1773144000', 1_773_144_000],
  [0, null],
  [-5, null],
  [1_773_144_000_000, null],
  ['soon', null],
  [null, null],
  [undefined, null],
  [Number.NaN, null],
])('readMoment reads %s as %s', (given, read) => {
  expect(readMoment(given)).toBe(read);
});
