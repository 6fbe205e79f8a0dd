import { describe, expect, test } from 'vitest';
import type { Instant } from '../core/calendar-date.ts';
import { AT, storeWithAccount } from '../../test/support/store-with-account.ts';
import { claimDueRun, findSchedule, pauseSchedule, saveSchedule } from './schedules.ts';

describe('schedules', () => {
  test('start each due run once, and never an earlier run after a later one', () => {
    const store = storeWithAccount();
    saveSchedule(store, { accountId: 'a', startTime: '07:30', periodMinutes: 60, setAt: AT });
    expect(claimDueRun(store, 'a', '2026-03-10T10:30:00.000Z' as Instant)).toBe(true);
    expect(claimDueRun(store, 'a', '2026-03-10T10:30:00.000Z' as Instant)).toBe(false);
    expect(claimDueRun(store, 'a', '2026-03-10T09:30:00.000Z' as Instant)).toBe(false);
    expect(claimDueRun(store, 'a', '2026-03-10T11:30:00.000Z' as Instant)).toBe(true);
  });

  test('are not due while paused', () => {
    const store = storeWithAccount();
    saveSchedule(store, { accountId: 'a', startTime: '07:30', periodMinutes: 60, setAt: AT });
    pauseSchedule(store, 'a', true);
    expect(claimDueRun(store, 'a', AT)).toBe(false);
    expect(findSchedule(store, 'a')?.paused).toBe(true);
  });
});
