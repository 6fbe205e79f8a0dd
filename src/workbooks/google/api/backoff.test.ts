import { expect, test } from 'vitest';
import { waitBeforeRetry } from './backoff.ts';
import type { Failure } from './failure.ts';

const failure = (changes: Partial<Failure>): Failure => ({
  status: null,
  reason: '',
  message: '',
  retryAfterMs: null,
  neverSent: false,
  isPage: false,
  ...changes,
});

/** All waits, in milliseconds, before the request is given up. */
function waits(of: Failure, random: () => number): number[] {
  const all: number[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const wait = waitBeforeRetry(of, attempt, random);
    if (wait === null) return all;
    all.push(wait);
  }
}

test('after a rate limit, the waits double and together exceed a minute, even with the shortest jitter', () => {
  const shortest = waits(failure({ status: 429 }), () => 0);
  expect(shortest).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000]);
  expect(shortest.reduce((sum, wait) => sum + wait)).toBeGreaterThan(60_000);
});

test('two calls that fail at the same time wait differently long', () => {
  expect(waits(failure({ status: 503 }), () => 0.1)).not.toEqual(waits(failure({ status: 503 }), () => 0.9));
});

test('the wait is as long as Retry-After, and there is no retry if Retry-After is too long', () => {
  expect(waitBeforeRetry(failure({ status: 429, retryAfterMs: 17_000 }), 1, () => 0)).toBe(17_000);
  expect(waitBeforeRetry(failure({ status: 503, retryAfterMs: 3_600_000 }), 1, () => 0)).toBeNull();
});

test.each([
  ...[500, 502, 503, 504].map((status) => ({
    what: `the Google error ${status}`,
    of: failure({ status }),
    times: 4,
  })),
  { what: 'a rate limit', of: failure({ status: 429 }), times: 7 },
  { what: 'a rate limit with Retry-After', of: failure({ status: 429, retryAfterMs: 7000 }), times: 7 },
  {
    what: 'a rate limit that Drive reports as 403',
    of: failure({ status: 403, reason: 'userRateLimitExceeded' }),
    times: 7,
  },
  { what: 'a broken connection', of: failure({ reason: 'ECONNRESET' }), times: 2 },
  { what: 'a timeout', of: failure({ reason: 'TimeoutError' }), times: 1 },
  { what: 'a rejected request', of: failure({ status: 400 }), times: 0 },
  { what: 'a missing permission', of: failure({ status: 403, reason: 'forbidden' }), times: 0 },
])('a request that fails with $what is retried $times times', ({ of, times }) => {
  expect(waits(of, () => 0)).toHaveLength(times);
});
