import { describe, expect, it } from 'vitest';
import { isDue, retryDelay, RETRY_DELAYS_MS } from './sender.ts';

const HOUR = 3_600_000;

describe('retryDelay', () => {
  it('grows to six hours and adds up to three days', () => {
    expect(RETRY_DELAYS_MS).toEqual(RETRY_DELAYS_MS.toSorted((a, b) => a - b));
    const total = RETRY_DELAYS_MS.reduce((sum, wait) => sum + wait, 0);
    expect(total).toBeGreaterThan(72 * HOUR);
    expect(total).toBeLessThan(76 * HOUR);
    expect(Math.max(...RETRY_DELAYS_MS)).toBe(6 * HOUR);
  });

  it('returns null after the last attempt', () => {
    expect(retryDelay(1, null)).toBe(5000);
    expect(retryDelay(RETRY_DELAYS_MS.length, null)).toBe(6 * HOUR);
    expect(retryDelay(RETRY_DELAYS_MS.length + 1, null)).toBeNull();
  });

  it('obeys a longer Retry-After up to a day, and ignores a shorter one', () => {
    expect(retryDelay(1, 90_000)).toBe(90_000);
    expect(retryDelay(1, 1)).toBe(5000);
    expect(retryDelay(1, 400 * 24 * HOUR)).toBe(24 * HOUR);
    expect(retryDelay(RETRY_DELAYS_MS.length + 1, 90_000)).toBeNull();
  });
});

describe('isDue', () => {
  const now = Date.parse('2026-03-10T09:00:00Z');

  it('is true from the given time on, and without one', () => {
    expect(isDue(null, now)).toBe(true);
    expect(isDue(now, now)).toBe(true);
    expect(isDue(now + 1, now)).toBe(false);
  });

  it('is true after the clock was set back by days', () => {
    expect(isDue(now + 24 * HOUR, now)).toBe(false);
    expect(isDue(now + 31 * HOUR, now)).toBe(true);
  });
});
