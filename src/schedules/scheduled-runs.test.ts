import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addAccount, minute, schedulesBench } from '../../test/support/schedules-bench.ts';
import { previousRun, type Schedule } from '../core/schedule.ts';
import { runsBetween } from '../../test/support/runs-between.ts';
import { findSchedule } from '../store/schedules.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const DAILY: Schedule = { startTime: '06:00', periodMinutes: 1440 };
const HOURLY: Schedule = { startTime: '00:00', periodMinutes: 60 };

describe('scheduled syncs while the machine is awake', () => {
  test.each([
    ['Europe/Berlin', 240],
    ['America/New_York', 360],
    ['Australia/Lord_Howe', 420],
    ['Africa/Casablanca', 1440],
  ])('in %s start at each time of the schedule for a year, once and within its minute', (timeZone, periodMinutes) => {
    const { time, schedules, started } = schedulesBench('2026-01-01T00:00:00Z', timeZone);
    const schedule: Schedule = { startTime: '02:15', periodMinutes };
    schedules.set('home', schedule);
    const from = time.now() + 1;
    time.pass(365 * DAY);
    const expected = runsBetween(schedule, timeZone, from, time.now() + 1);
    expect(expected.length).toBeGreaterThan(364);
    expect(started).toEqual(expected.map((run) => ({ accountId: 'home', at: minute(run), trigger: 'schedule' })));
  });

  test('start by the schedule and the time zone of their account', () => {
    const { time, store, schedules, started } = schedulesBench('2026-03-10T00:00:00Z', 'Asia/Kathmandu');
    addAccount(store, 'office', { timeZone: 'America/New_York' });
    schedules.set('home', DAILY);
    schedules.set('office', DAILY);
    time.pass(DAY);
    expect(started.map(({ accountId, at }) => `${accountId} ${at}`)).toEqual([
      'home 2026-03-10T00:15Z',
      'office 2026-03-10T10:00Z',
    ]);
  });

  test('do not start when a schedule is set whose start time is the current minute', () => {
    const { time, schedules, started } = schedulesBench('2026-03-10T06:00:20Z');
    schedules.set('home', DAILY);
    time.pass(23 * HOUR);
    expect(started).toEqual([]);
  });
});

describe('scheduled syncs after sleep or downtime', () => {
  test('are replaced by one sync for all missed times, within a minute of waking up', () => {
    const { time, schedules, started } = schedulesBench('2026-03-10T00:30:00Z');
    schedules.set('home', HOURLY);
    time.sleep(7 * HOUR);
    time.pass(MINUTE);
    expect(started).toEqual([{ accountId: 'home', at: '2026-03-10T07:31Z', trigger: 'catch-up' }]);
    time.pass(HOUR);
    expect(started.at(-1)).toEqual({ accountId: 'home', at: '2026-03-10T08:00Z', trigger: 'schedule' });
    expect(started).toHaveLength(2);
  });

  test('are replaced by one sync even if the machine reports the wake-up twice', () => {
    const { time, schedules, started } = schedulesBench('2026-03-10T00:30:00Z');
    schedules.set('home', HOURLY);
    time.sleep(7 * HOUR);
    schedules.wake();
    schedules.wake();
    expect(started.map(({ at }) => at)).toEqual(['2026-03-10T07:30Z']);
  });

  test('have the trigger “schedule” if they are at most a minute late', () => {
    const { time, schedules, started } = schedulesBench('2026-03-10T00:30:00Z');
    schedules.set('home', HOURLY);
    time.sleep(6.5 * HOUR + 5000);
    time.pass(5 * MINUTE);
    expect(started).toEqual([{ accountId: 'home', at: '2026-03-10T07:01:05Z', trigger: 'schedule' }]);
  });

  test('are replaced by one sync with the trigger “catch-up” after days of downtime', () => {
    const { time, schedules, started, restart } = schedulesBench('2026-03-10T07:00:00Z');
    schedules.set('home', DAILY);
    schedules.close();
    time.pass(3 * DAY);
    restart();
    restart();
    expect(started).toEqual([{ accountId: 'home', at: '2026-03-13T07:00Z', trigger: 'catch-up' }]);
  });

  test('are not repeated by a restart right after their start', () => {
    const { time, schedules, started, restart } = schedulesBench('2026-03-10T05:59:00Z');
    schedules.set('home', DAILY);
    time.pass(MINUTE);
    restart();
    time.pass(MINUTE);
    expect(started).toHaveLength(1);
  });
});

describe('a system clock', () => {
  test('that is set back by hours repeats no sync, and the schedule continues after the last one', () => {
    const { time, schedules, started } = schedulesBench('2026-03-10T00:30:00Z');
    schedules.set('home', HOURLY);
    time.passUntil(Date.parse('2026-03-10T03:30:00Z'));
    time.setWallClock(Date.parse('2026-03-10T00:45:00Z'));
    expect(schedules.get('home')?.nextRunAt).toBe('2026-03-10T04:00:00.000Z');
    time.passUntil(Date.parse('2026-03-10T05:00:00Z'));
    expect(started.map(({ at }) => at.slice(11, 16))).toEqual(['01:00', '02:00', '03:00', '04:00', '05:00']);
  });

  test('that is set forward by years and back again starts one sync, and the schedule continues', () => {
    const { time, schedules, started } = schedulesBench('2026-03-10T07:00:00Z');
    schedules.set('home', DAILY);
    time.setWallClock(Date.parse('2099-01-01T12:00:00Z'));
    time.pass(MINUTE);
    expect(started.map(({ at, trigger }) => `${at} ${trigger}`)).toEqual(['2099-01-01T12:01Z catch-up']);
    time.setWallClock(Date.parse('2026-03-10T07:05:00Z'));
    time.pass(2 * DAY);
    expect(started.slice(1).map(({ at, trigger }) => `${at} ${trigger}`)).toEqual([
      '2026-03-11T06:00Z schedule',
      '2026-03-12T06:00Z schedule',
    ]);
  });

  test('that is set back by years while the service is stopped does not stop the schedule', () => {
    const { time, schedules, started, restart } = schedulesBench('2099-03-10T07:00:00Z');
    schedules.set('home', DAILY);
    schedules.close();
    time.setWallClock(Date.parse('2026-03-10T07:00:00Z'));
    restart();
    time.pass(DAY);
    expect(started.map(({ at }) => at)).toEqual(['2026-03-11T06:00Z']);
  });
});

test('for any changes of the clock, each scheduled sync starts once, at most two minutes late', () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('pass'), minutes: fc.integer({ min: 0, max: 3000 }) }),
    fc.record({ do: fc.constant('sleep'), minutes: fc.integer({ min: 0, max: 5000 }) }),
    // All steps together set the clock back by less than a day, because more than a day resets the schedule.
    fc.record({ do: fc.constant('set back'), minutes: fc.integer({ min: 0, max: 70 }) }),
    fc.record({ do: fc.constantFrom('wake', 'restart'), minutes: fc.constant(0) }),
  );
  const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'Australia/Lord_Howe');
  const period = fc.constantFrom(15, 60, 97, 1440);
  fc.assert(
    fc.property(zone, period, fc.array(step, { maxLength: 20 }), (timeZone, periodMinutes, steps) => {
      const built = schedulesBench('2026-03-27T00:00:07Z', timeZone);
      const { time, store } = built;
      const schedule: Schedule = { startTime: '01:45', periodMinutes };
      built.schedules.set('home', schedule);
      const setAt = time.now();
      const claimed: string[] = [];
      built.answer = () => {
        claimed.push(findSchedule(store, 'home')?.lastDueAt ?? '');
        return { outcome: 'queued', runId: 'run', message: 'Started.' };
      };
      for (const { do: action, minutes } of steps) {
        if (action === 'pass') time.pass(minutes * MINUTE);
        if (action === 'sleep') time.sleep(minutes * MINUTE);
        if (action === 'set back') time.setWallClock(time.now() - minutes * MINUTE);
        if (action === 'wake') built.schedules.wake();
        if (action === 'restart') built.restart();
      }
      time.pass(2 * MINUTE);
      expect(new Set(claimed).size).toBe(claimed.length);
      const handledUntil = Math.max(setAt, Date.parse(claimed.at(-1) ?? '1970-01-01'));
      expect(handledUntil).toBeGreaterThanOrEqual(previousRun(schedule, timeZone, time.now()));
      expect(time.timers).toBe(2);
      built.schedules.close();
      expect(time.timers).toBe(0);
      store.close();
    }),
    { numRuns: 150 },
  );
});
