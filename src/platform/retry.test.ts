import { describe, expect, it } from 'vitest';
import { backOffMs, isRetryDue, parseRetryAfter } from './retry.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-03-10T09:00:00Z');

it.each([
  ['120', 120_000],
  [' 1.5 ', 1500],
  ['0', 0],
  ['Tue, 10 Mar 2026 09:02:00 GMT', 120_000],
  ['Tue, 10 Mar 2026 08:00:00 GMT', 0],
  ['soon', null],
  ['', null],
  [undefined, null],
  [null, null],
])('parseRetryAfter() parses %j as %j milliseconds', (header, milliseconds) => {
  expect(parseRetryAfter(header, NOW)).toBe(milliseconds);
});

it('backOffMs() grows by the factor with each attempt, up to the longest wait', () => {
  const waits = [1, 2, 3, 9, 5000].map((attempt) => backOffMs(attempt, { firstMs: 100, longestMs: 1000, factor: 3 }));
  expect(waits).toEqual([100, 300, 900, 1000, 1000]);
});

describe('isRetryDue', () => {
  const now = Date.parse('2026-03-10T09:00:00Z');

  it('returns true from the given time on, and always without a time', () => {
    expect(isRetryDue(null, now, 30 * HOUR)).toBe(true);
    expect(isRetryDue(now, now, 30 * HOUR)).toBe(true);
    expect(isRetryDue(now + 1, now, 30 * HOUR)).toBe(false);
  });

  it('returns true if the given time is further away than the longest wait, because the clock was set back', () => {
    expect(isRetryDue(now + 24 * HOUR, now, 30 * HOUR)).toBe(false);
    expect(isRetryDue(now + 31 * HOUR, now, 30 * HOUR)).toBe(true);
  });
});
