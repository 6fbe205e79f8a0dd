import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { anySchedule, every, minutesOfDay } from '../../test/support/schedules.ts';
import { problem } from '../messages/problem.ts';
import { nextRun, nextRuns, parseSchedule, previousRun, type Schedule } from './schedule.ts';
import { runsBetween } from '../../test/support/runs-between.ts';

const MINUTE = 60_000;

function iso(moments: readonly number[]): string[] {
  return moments.map((moment) => new Date(moment).toISOString().replace(':00.000Z', 'Z'));
}

describe('parseSchedule', () => {
  test.each([
    ['06:00', 6, 0, 360],
    ['00:00', 0, 15, 15],
    ['23:59', 24, 0, 1440],
    ['07:30', 0, 0, 1440],
    ['07:30', undefined, undefined, 1440],
    ['07:30', undefined, 90, 90],
    ['07:30', 23, 60, 1440],
    ['07:30', 0, 1440, 1440],
  ])('accepts %s every %s h %s min as a period of %s minutes', (startTime, hours, minutes, periodMinutes) => {
    expect(parseSchedule(startTime, hours, minutes)).toEqual({ schedule: { startTime, periodMinutes }, problem: null });
  });

  test.each(['', '6:00', '24:00', '06:60', '06:00:00', ' 06:00', '06:00\n', '0600', '6am', '٠٦:٠٠'])(
    'rejects the start time %j',
    (startTime) => {
      expect(parseSchedule(startTime)).toEqual({
        schedule: null,
        problem: problem('input_schedule', { reason: 'start' }),
      });
    },
  );

  test.each([
    [-1, 0, 'hours'],
    [25, 0, 'hours'],
    [1.5, 0, 'hours'],
    [Number.NaN, 0, 'hours'],
    [0, -15, 'minutes'],
    [0, 15.5, 'minutes'],
    [0, 1441, 'minutes'],
    [0, 14, 'other'],
    [0, 1, 'other'],
    [24, 1, 'other'],
  ] as const)('rejects %s h %s min', (hours, minutes, reason) => {
    expect(parseSchedule('06:00', hours, minutes)).toEqual({
      schedule: null,
      problem: problem('input_schedule', { reason }),
    });
  });
});

describe('runs', () => {
  test('start again at the start time of each day, even if the period does not divide the day', () => {
    const from = Date.parse('2026-01-01T00:00Z');
    expect(iso(runsBetween(every(600, '06:00'), 'UTC', from, from + 2 * 1440 * MINUTE))).toEqual([
      '2026-01-01T02:00Z',
      '2026-01-01T06:00Z',
      '2026-01-01T16:00Z',
      '2026-01-02T02:00Z',
      '2026-01-02T06:00Z',
      '2026-01-02T16:00Z',
    ]);
  });

  test('take place once, right after the gap, if a clock change skips their time', () => {
    const runs = nextRuns(every(15, '00:00'), 'Europe/Berlin', Date.parse('2026-03-29T00:30Z'), 3);
    expect(iso(runs)).toEqual(['2026-03-29T00:45Z', '2026-03-29T01:00Z', '2026-03-29T01:15Z']);
    expect(iso([nextRun(every(1440, '02:30'), 'Europe/Berlin', runs[0] as number)])).toEqual(['2026-03-29T01:00Z']);
  });

  test('take place only the first time in a repeated hour', () => {
    const runs = nextRuns(every(30, '00:00'), 'Europe/Berlin', Date.parse('2026-10-24T23:30Z'), 4);
    expect(iso(runs)).toEqual(['2026-10-25T00:00Z', '2026-10-25T00:30Z', '2026-10-25T02:00Z', '2026-10-25T02:30Z']);
  });

  test('are not repeated if they take place every few minutes during a repeated hour', () => {
    const secondShowing = Date.parse('2026-10-25T01:05Z');
    expect(iso([nextRun(every(15, '00:00'), 'Europe/Berlin', secondShowing)])).toEqual(['2026-10-25T02:00Z']);
    expect(iso([previousRun(every(15, '00:00'), 'Europe/Berlin', secondShowing)])).toEqual(['2026-10-25T00:45Z']);
  });

  test('take place once at the start of the next day if their zone skips a whole day', () => {
    const from = Date.parse('2011-12-29T20:00Z');
    expect(iso(runsBetween(every(720, '06:00'), 'Pacific/Apia', from, from + 1440 * MINUTE))).toEqual([
      '2011-12-30T04:00Z',
      '2011-12-30T10:00Z',
      '2011-12-30T16:00Z',
    ]);
  });

  test('include `from` and exclude `until`', () => {
    const at = Date.parse('2026-01-01T06:00Z');
    expect(runsBetween(every(1440, '06:00'), 'UTC', at, at)).toEqual([]);
    expect(runsBetween(every(1440, '06:00'), 'UTC', at, at + 1)).toEqual([at]);
    expect(runsBetween(every(1440, '06:00'), 'UTC', at + 1, at + 1440 * MINUTE)).toEqual([]);
  });

  test('are limited to the requested number', () => {
    expect(nextRuns(every(15, '00:00'), 'UTC', 0, 0)).toEqual([]);
  });
});

/** Checks the wall clock every minute: a run is due when the clock first shows, or has just skipped, a time of the cycle. */
function naiveRuns(schedule: Schedule, walls: Float64Array, fromMs: number): number[] {
  const times = minutesOfDay(schedule);
  const isTime = Array.from({ length: 1440 }, (_, minute) => times.has(minute));
  const runs: number[] = [];
  let shown = (walls[0] as number) - 1;
  for (let minute = 0; minute < walls.length; minute++) {
    let due = false;
    for (; shown < (walls[minute] as number); shown++) due ||= isTime[(shown + 1) % 1440] as boolean;
    if (due) runs.push(fromMs + minute * MINUTE);
  }
  return runs;
}

/** The wall clock, in minutes since 1970, at each minute. Zones change only at quarters of an hour, and at most once a day. */
function wallsOf(zone: string, fromMs: number, untilMs: number): Float64Array {
  const walls = new Float64Array((untilMs - fromMs) / MINUTE);
  for (let day = fromMs; day < untilMs; day += 1440 * MINUTE) {
    const isSteady = offsetOf(zone, day) === offsetOf(zone, day + 1440 * MINUTE);
    const step = isSteady ? 1440 : 15;
    for (let from = 0; from < 1440; from += step) {
      const first = (day - fromMs) / MINUTE + from;
      const wall = day / MINUTE + from + offsetOf(zone, day + from * MINUTE);
      for (let minute = 0; minute < step; minute++) walls[first + minute] = wall + minute;
    }
  }
  return walls;
}

/** The offset from UTC, in minutes. */
function offsetOf(zone: string, moment: number): number {
  return Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone).offsetNanoseconds / 1_000_000 / MINUTE;
}

describe('over a whole year', () => {
  test.each([
    ['UTC', 2024],
    ['Europe/Berlin', 2026],
    ['America/New_York', 2026],
    ['America/St_Johns', 2026],
    ['Australia/Lord_Howe', 2026],
    ['Asia/Kathmandu', 2026],
    ['Africa/Casablanca', 2026],
    ['Pacific/Apia', 2011],
  ])('runs in %s take place at the local times of the schedule', (zone, year) => {
    const from = Date.UTC(year, 0, 1);
    const until = Date.UTC(year + 1, 0, 1);
    const walls = wallsOf(zone, from, until);
    for (const schedule of [
      every(35, '00:10'),
      every(60, '02:30'),
      every(97, '01:45'),
      every(1440, '02:15'),
      every(1439, '23:59'),
    ]) {
      expect(runsBetween(schedule, zone, from, until)).toEqual(naiveRuns(schedule, walls, from));
    }
  });
});

test('the previous run is the one before the next run', () => {
  const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Apia');
  const moment = fc.oneof(
    fc.integer({ min: Date.UTC(2011), max: Date.UTC(2012) }),
    fc.integer({ min: Date.UTC(2026, 9, 24), max: Date.UTC(2026, 9, 26) }),
  );
  fc.assert(
    fc.property(anySchedule, zone, moment, (schedule, zone, moment) => {
      const next = nextRun(schedule, zone, moment);
      const previous = previousRun(schedule, zone, moment);
      expect(previous).toBeLessThanOrEqual(moment);
      expect(next).toBeGreaterThan(moment);
      expect(nextRun(schedule, zone, previous)).toBe(next);
      expect(nextRun(schedule, zone, previous - 1)).toBe(previous);
    }),
    { numRuns: 500 },
  );
});
