import { describe, expect, it } from 'vitest';
import { retryDelay, RETRIES } from './sender.ts';

const HOUR = 3_600_000;

describe('retryDelay', () => {
  it('grows up to six hours, so that all retries together take three days', () => {
    const delays = Array.from({ length: RETRIES }, (_, place) => retryDelay(place + 1, null) ?? 0);
    expect(delays).toEqual(delays.toSorted((a, b) => a - b));
    const total = delays.reduce((sum, wait) => sum + wait, 0);
    expect(total).toBeGreaterThan(72 * HOUR);
    expect(total).toBeLessThan(76 * HOUR);
    expect(Math.max(...delays)).toBe(6 * HOUR);
  });

  it('returns null after the last retry', () => {
    expect(retryDelay(1, null)).toBe(5000);
    expect(retryDelay(RETRIES, null)).toBe(6 * HOUR);
    expect(retryDelay(RETRIES + 1, null)).toBeNull();
  });

  it('returns the Retry-After of the receiver if it is longer, at most a day', () => {
    expect(retryDelay(1, 90_000)).toBe(90_000);
    expect(retryDelay(1, 1)).toBe(5000);
    expect(retryDelay(1, 400 * 24 * HOUR)).toBe(24 * HOUR);
    expect(retryDelay(RETRIES + 1, 90_000)).toBeNull();
  });
});
