import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anySchedule, every, minutesOfDay } from '../../test/support/schedules.ts';
import { cronFor } from './schedule.ts';

describe('the cron expression', () => {
  test.each([
    ['06:00', 360, '0 */6 * * *'],
    ['07:00', 360, '0 1-19/6 * * *'],
    ['06:00', 1440, '0 6 * * *'],
    ['06:30', 720, '30 6,18 * * *'],
    ['00:00', 15, '*/15 * * * *'],
    ['06:07', 15, '7-52/15 * * * *'],
    ['00:00', 60, '0 * * * *'],
    ['01:00', 120, '0 1-23/2 * * *'],
    ['06:00', 300, '0 2,6-21/5 * * *'],
    ['00:00', 90, '0,30 */3,1-22/3 * * *'],
    ['00:00', 17, '* * * * *'],
    ['23:59', 1439, '58-59 23 * * *'],
  ])('for a schedule from %s every %s minutes is %s', (startTime, periodMinutes, expected) => {
    expect(cronFor(every(periodMinutes, startTime))).toBe(expected);
  });

  test('triggers at every run, with the fewest additional times', () => {
    fc.assert(
      fc.property(anySchedule, (schedule) => {
        const runs = minutesOfDay(schedule);
        const fires = firesOf(cronFor(schedule));
        expect([...runs].filter((run) => !fires.has(run))).toEqual([]);
        // Any expression for these runs fires at every combination of their minutes and hours, so this is the minimum.
        const minutes = new Set([...runs].map((run) => run % 60));
        const hours = new Set([...runs].map((run) => Math.floor(run / 60)));
        expect(fires.size).toBe(minutes.size * hours.size);
      }),
      { numRuns: 500 },
    );
  });

  test('is never longer than a list of its minutes and hours', () => {
    fc.assert(
      fc.property(anySchedule, (schedule) => {
        const runs = [...minutesOfDay(schedule)];
        const minutes = new Set(runs.map((run) => run % 60));
        const hours = new Set(runs.map((run) => Math.floor(run / 60)));
        expect(cronFor(schedule).length).toBeLessThanOrEqual(
          `${[...minutes].join(',')} ${[...hours].join(',')} * * *`.length,
        );
      }),
    );
  });

  test('is exact for periods that divide the hour, and for whole hours that divide the day', () => {
    for (const period of [15, 20, 30, 60, 120, 180, 240, 360, 480, 720, 1440]) {
      for (const startTime of ['00:00', '06:07', '13:45', '23:59']) {
        const schedule = every(period, startTime);
        expect(firesOf(cronFor(schedule))).toEqual(minutesOfDay(schedule));
      }
    }
  });
});

/** The minutes of the day at which a cron expression of two varying fields fires. */
function firesOf(cron: string): Set<number> {
  const [minutes, hours, ...rest] = cron.split(' ') as [string, string, ...string[]];
  expect(rest).toEqual(['*', '*', '*']);
  const fires = new Set<number>();
  for (const hour of expand(hours, 24)) {
    for (const minute of expand(minutes, 60)) fires.add(hour * 60 + minute);
  }
  return fires;
}

function expand(field: string, size: number): number[] {
  return field.split(',').flatMap((item) => {
    const { first, last, step } =
      /^(?:\*|(?<first>\d+)(?:-(?<last>\d+))?)(?:\/(?<step>\d+))?$/.exec(item)?.groups ?? {};
    const from = Number(first ?? 0);
    const to = Number(last ?? first ?? size - 1);
    expect(to).toBeLessThan(size);
    return Array.from(
      { length: Math.floor((to - from) / Number(step ?? 1)) + 1 },
      (_, index) => from + index * Number(step ?? 1),
    );
  });
}
