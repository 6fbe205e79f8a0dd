import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsBetween, type Schedule, nextAffectedRuns } from './schedule.ts';
import { nextClockChange, toLocalDateTime } from './time-zone.ts';

const DAY = 86_400_000;
const SPRING = Date.parse('2026-03-20T12:00:00Z');
const AUTUMN = Date.parse('2026-10-20T12:00:00Z');

function affected(startTime: string, periodMinutes: number, zone: string, fromMs: number) {
  return nextAffectedRuns({ startTime, periodMinutes }, zone, fromMs, fromMs + 14 * DAY);
}

test.each([
  ['Europe/Berlin', SPRING, '2026-03-29T01:00:00Z', '2026-03-29T02:00:00', '2026-03-29T03:00:00'],
  ['Europe/Berlin', AUTUMN, '2026-10-25T01:00:00Z', '2026-10-25T03:00:00', '2026-10-25T02:00:00'],
  [
    'Australia/Lord_Howe',
    Date.parse('2026-03-30T00:00:00Z'),
    '2026-04-04T15:00:00Z',
    '2026-04-05T02:00:00',
    '2026-04-05T01:30:00',
  ],
])('the clock of %s changes when it is said to', (zone, from, at, before, after) => {
  expect(nextClockChange(zone, from, from + 14 * DAY)).toEqual({ atMs: Date.parse(at), before, after });
});

test('returns null if no clock change is near', () => {
  expect(nextClockChange('Asia/Kathmandu', SPRING, SPRING + 400 * DAY)).toBeNull();
  expect(nextClockChange('Europe/Berlin', SPRING, Date.parse('2026-03-29T01:00:00Z'))).toBeNull();
});

test('ignores a change that has just passed', () => {
  const at = Date.parse('2026-03-29T01:00:00Z');
  expect(nextClockChange('Europe/Berlin', at, at + 14 * DAY)).toBeNull();
  expect(nextClockChange('Europe/Berlin', at - 1, at + 14 * DAY)?.atMs).toBe(at);
});

test('lists one or several runs in the skipped hour', () => {
  expect(affected('02:30', 1440, 'Europe/Berlin', SPRING)).toMatchObject({
    times: ['02:30'],
    change: { after: '2026-03-29T03:00:00' },
  });
  expect(affected('00:15', 15, 'Europe/Berlin', SPRING)?.times).toEqual(['02:00', '02:15', '02:30', '02:45']);
});

test('lists a run in the repeated hour', () => {
  expect(affected('02:00', 720, 'Europe/Berlin', AUTUMN)).toMatchObject({
    times: ['02:00'],
    change: { before: '2026-10-25T03:00:00' },
  });
});

test('returns null if no run is affected', () => {
  expect(affected('07:30', 360, 'Europe/Berlin', SPRING)).toBeNull();
  expect(affected('03:00', 1440, 'Europe/Berlin', SPRING)).toBeNull();
  expect(affected('02:30', 1440, 'Asia/Kathmandu', SPRING)).toBeNull();
});

test('skips changes without effect', () => {
  const found = nextAffectedRuns(
    { startTime: '23:45', periodMinutes: 1440 },
    'America/Scoresbysund',
    Date.parse('2024-03-01T00:00:00Z'),
    Date.parse('2025-12-31T00:00:00Z'),
  );
  expect(found?.times).toEqual(['23:45']);
});

test('lists all runs of a skipped day', () => {
  const found = affected('09:00', 720, 'Pacific/Apia', Date.parse('2011-12-25T00:00:00Z'));
  expect(found?.times).toEqual(['09:00', '21:00']);
});

test('lists exactly the times without a run on the day of the change', () => {
  const schedules = fc.record({
    startMinute: fc.integer({ min: 0, max: 1439 }),
    periodMinutes: fc.integer({ min: 15, max: 1440 }),
  });
  const zones = fc.constantFrom(
    ['Europe/Berlin', SPRING],
    ['America/New_York', Date.parse('2026-03-01T12:00:00Z')],
    ['Australia/Lord_Howe', Date.parse('2026-09-28T00:00:00Z')],
  ) as fc.Arbitrary<[string, number]>;
  fc.assert(
    fc.property(schedules, zones, ({ startMinute, periodMinutes }, [zone, from]) => {
      const startTime = `${String(Math.floor(startMinute / 60)).padStart(2, '0')}:${String(startMinute % 60).padStart(2, '0')}`;
      const schedule: Schedule = { startTime, periodMinutes };
      const change = nextClockChange(zone, from, from + 14 * DAY);
      const shown = (around: number): Set<string> =>
        new Set(
          runsBetween(schedule, zone, around, around + DAY).map((run) => toLocalDateTime(zone, run).slice(11, 16)),
        );
      const midnight = (change?.atMs ?? 0) - DAY / 2;
      const usual = shown(midnight - 3 * DAY);
      const onTheDay = shown(midnight);
      const missing = [...usual].filter((time) => !onTheDay.has(time));
      expect(affected(startTime, periodMinutes, zone, from)?.times ?? []).toEqual(missing.toSorted());
    }),
    { numRuns: 150 },
  );
});
