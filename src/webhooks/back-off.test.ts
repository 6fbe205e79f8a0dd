import { describe, expect, it } from 'vitest';
import { isDue, waitAfter, WAITS_MS } from './back-off.ts';

const HOUR = 3_600_000;

describe('the waits between attempts', () => {
  it('grow, add up to three days, and leave no receiver alone for more than six hours', () => {
    expect(WAITS_MS).toEqual(WAITS_MS.toSorted((a, b) => a - b));
    const total = WAITS_MS.reduce((sum, wait) => sum + wait, 0);
    expect(total).toBeGreaterThan(72 * HOUR);
    expect(total).toBeLessThan(76 * HOUR);
    expect(Math.max(...WAITS_MS)).toBe(6 * HOUR);
  });

  it('end after the last attempt', () => {
    expect(waitAfter(1, null)).toBe(5000);
    expect(waitAfter(WAITS_MS.length, null)).toBe(6 * HOUR);
    expect(waitAfter(WAITS_MS.length + 1, null)).toBeNull();
  });

  it('are as long as the receiver asks, for a day at most, and never shorter for it', () => {
    expect(waitAfter(1, 90_000)).toBe(90_000);
    expect(waitAfter(1, 1)).toBe(5000);
    expect(waitAfter(1, 400 * 24 * HOUR)).toBe(24 * HOUR);
    expect(waitAfter(WAITS_MS.length + 1, 90_000)).toBeNull();
  });
});

describe('an attempt', () => {
  const now = Date.parse('2026-03-10T09:00:00Z');

  it('is due at its time and without one', () => {
    expect(isDue(null, now)).toBe(true);
    expect(isDue(now, now)).toBe(true);
    expect(isDue(now + 1, now)).toBe(false);
  });

  it('is due after the clock was set back by days', () => {
    expect(isDue(now + 24 * HOUR, now)).toBe(false);
    expect(isDue(now + 31 * HOUR, now)).toBe(true);
  });
});
