import { describe, expect, test } from 'vitest';
import { addAccount, schedulesBench } from '../../test/support/schedules-bench.ts';
import type { Instant } from '../core/calendar-date.ts';
import type { Schedule } from '../core/schedule.ts';
import { errorOf } from '../platform/errors.ts';
import { removeAccount } from '../store/accounts.ts';
import type { SyncRequest } from '../sync/use-cases/sync.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DAILY: Schedule = { startTime: '06:00', periodMinutes: 1440 };
const HOURLY: Schedule = { startTime: '00:00', periodMinutes: 60 };

describe('an account', () => {
  test('without a schedule gets null or false from get(), pause() and remove()', () => {
    const { schedules } = schedulesBench('2026-03-10T00:00:00Z');
    expect(schedules.get('home')).toBeNull();
    expect(schedules.get('nobody')).toBeNull();
    expect(schedules.pause('home')).toBeNull();
    expect(schedules.resume('home')).toBeNull();
    expect(schedules.remove('home')).toBe(false);
  });

  test('that does not exist cannot get a schedule', () => {
    const { schedules } = schedulesBench('2026-03-10T00:00:00Z');
    expect(() => schedules.set('nobody', DAILY)).toThrow(expect.objectContaining({ code: 'account_unknown' }));
  });

  test('has a schedule with the times of the next and the last run', () => {
    const { time, schedules } = schedulesBench('2026-03-10T09:00:00Z', 'Europe/Berlin');
    const state = schedules.set('home', { startTime: '06:00', periodMinutes: 360 });
    expect(state).toEqual({
      startTime: '06:00',
      periodMinutes: 360,
      cron: '0 */6 * * *',
      paused: false,
      nextRunAt: '2026-03-10T11:00:00.000Z',
      lastRunAt: null,
    });
    time.pass(3 * HOUR);
    expect(schedules.get('home')).toMatchObject({
      lastRunAt: '2026-03-10T11:00:00.000Z',
      nextRunAt: '2026-03-10T17:00:00.000Z',
    });
  });

  test('keeps its last run time when its schedule is replaced', () => {
    const { time, schedules, started } = schedulesBench('2026-03-10T05:00:00Z');
    schedules.set('home', DAILY);
    time.pass(2 * HOUR);
    schedules.set('home', { startTime: '07:30', periodMinutes: 1440 });
    expect(schedules.get('home')?.lastRunAt).toBe('2026-03-10T06:00:00.000Z');
    time.pass(DAY);
    expect(started.map(({ at }) => at)).toEqual(['2026-03-10T06:00Z', '2026-03-10T07:30Z']);
  });

  test('starts a due run when its schedule is replaced', () => {
    const { time, schedules, started } = schedulesBench('2026-03-10T05:00:00Z');
    schedules.set('home', DAILY);
    time.sleep(HOUR);
    schedules.set('home', DAILY);
    schedules.set('home', DAILY);
    expect(started.map(({ at }) => at)).toEqual(['2026-03-10T06:00Z']);
  });

  test('has no runs after its schedule is removed', () => {
    const { time, schedules, started } = schedulesBench('2026-03-10T05:00:00Z');
    schedules.set('home', DAILY);
    expect(schedules.remove('home')).toBe(true);
    time.pass(2 * DAY);
    expect(started).toEqual([]);
    expect(schedules.get('home')).toBeNull();
  });

  test('has no runs after the account is removed', () => {
    const { time, store, schedules, started } = schedulesBench('2026-03-10T05:00:00Z');
    schedules.set('home', DAILY);
    removeAccount(store, 'home');
    schedules.accountChanged('home');
    expect(time.timers).toBe(1);
    time.pass(2 * DAY);
    expect(started).toEqual([]);
  });

  test('follows its schedule in the new time zone after the time zone has changed', () => {
    const { time, store, schedules, started } = schedulesBench('2026-03-10T05:30:00Z');
    schedules.set('home', DAILY);
    addAccount(store, 'home', { timeZone: 'Europe/Berlin' });
    schedules.accountChanged('home');
    time.pass(DAY);
    expect(started.map(({ at }) => at)).toEqual(['2026-03-11T05:00Z']);
  });

  test('never starts the runs that it missed while its schedule was paused', () => {
    const { time, schedules, started } = schedulesBench('2026-03-10T05:00:00Z');
    schedules.set('home', DAILY);
    expect(schedules.pause('home')).toMatchObject({ paused: true, nextRunAt: null });
    time.pass(2 * DAY);
    expect(schedules.resume('home')).toMatchObject({ paused: false, nextRunAt: '2026-03-12T06:00:00.000Z' });
    time.pass(DAY);
    expect(started.map(({ at, trigger }) => `${at} ${trigger}`)).toEqual(['2026-03-12T06:00Z schedule']);
  });

  test('has no runs while its subscription plan is inactive', () => {
    const { time, store, schedules, started } = schedulesBench('2026-03-10T05:00:00Z', 'UTC', {
      entitlement: { kind: 'trial', endsAt: '2026-03-11T00:00:00.000Z' as Instant },
    });
    schedules.set('home', DAILY);
    time.pass(3 * DAY);
    addAccount(store, 'home', {});
    time.pass(DAY);
    expect(started.map(({ at }) => at)).toEqual(['2026-03-10T06:00Z', '2026-03-13T06:00Z']);
  });

  test.each<SyncRequest>([
    { outcome: 'joined', runId: 'run', message: 'Why.' },
    {
      outcome: 'nothing-to-sync',
      message: 'Why.',
      problem: errorOf({ code: 'connection_none', message: 'Why.', remedy: '' }),
    },
  ])('keeps its last run time if the request for a due sync returns “$outcome”', (answer) => {
    const built = schedulesBench('2026-03-10T05:00:00Z');
    let calls = 0;
    built.answer = () => {
      calls += 1;
      return answer;
    };
    built.schedules.set('home', DAILY);
    built.time.pass(DAY);
    expect(calls).toBe(1);
    expect(built.schedules.get('home')?.lastRunAt).toBeNull();
  });

  test('retries a due run every minute if it cannot be queued', () => {
    const built = schedulesBench('2026-03-10T05:00:00Z');
    let failures = 0;
    const works = built.answer;
    built.answer = () => {
      failures += 1;
      if (failures <= 3) throw new Error('disk full');
      return works();
    };
    built.schedules.set('home', DAILY);
    built.time.pass(DAY);
    expect(built.started).toEqual([{ accountId: 'home', at: '2026-03-10T06:03Z', trigger: 'catch-up' }]);
  });
});

test('each change of a schedule and each scheduled run emits an event', () => {
  const { time, schedules } = schedulesBench('2026-03-10T05:00:00Z');
  let changes = 0;
  schedules.events.on('schedule', () => {
    changes += 1;
  });
  schedules.set('home', DAILY);
  schedules.pause('home');
  schedules.pause('home');
  schedules.resume('home');
  expect(changes).toBe(3);
  time.pass(2 * HOUR);
  expect(changes).toBe(4);
  schedules.remove('home');
  expect(changes).toBe(5);
});

test('no run starts before start() or after close()', () => {
  const { time, schedules, started } = schedulesBench('2026-03-10T05:00:00Z');
  schedules.set('home', DAILY);
  schedules.close();
  schedules.wake();
  schedules.set('home', HOURLY);
  expect(time.timers).toBe(0);
  time.pass(2 * DAY);
  expect(started).toEqual([]);
});
