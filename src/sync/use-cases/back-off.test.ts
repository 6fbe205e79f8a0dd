import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toInstant } from '../../core/calendar-date.ts';
import type { ConnectionHealth } from '../../store/connections.ts';
import { retryNotBefore, isBackingOff } from './back-off.ts';

const NOW = Date.parse('2026-03-10T09:00:00Z');
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

const failed = (failures: number, notBeforeMs?: number): { readonly health: ConnectionHealth } => ({
  health: {
    lastAttemptAt: failures === 0 ? null : toInstant(NOW),
    lastSuccessAt: null,
    failures,
    problem: {
      code: 'source_offline',
      message: 'Gone.',
      remedy: null,
      ...(notBeforeMs === undefined ? {} : { notBefore: toInstant(notBeforeMs) }),
    },
  },
});

describe('a failed connection', () => {
  test.each([
    [1, 15],
    [2, 30],
    [3, 60],
    [7, 960],
    [8, 1440],
    [1000, 1440],
  ])('with %i consecutive failures is retried after %i minutes', (failures, minutes) => {
    expect(retryNotBefore(failed(failures))).toBe(NOW + minutes * MINUTE);
  });

  test('is retried at most eight times on the first day of a 15-minute schedule', () => {
    let connection = failed(1);
    let requests = 1;
    for (let now = NOW; now < NOW + DAY; now += 15 * MINUTE) {
      if (isBackingOff(connection, 'schedule', now)) continue;
      requests += now === NOW ? 0 : 1;
      connection = { health: { ...connection.health, failures: requests, lastAttemptAt: toInstant(now) } };
    }
    expect(requests).toBeLessThanOrEqual(8);
  });

  test('waits as long as the source requests, unless the user starts the sync', () => {
    fc.assert(
      fc.property(fc.nat(30), fc.integer({ min: 1, max: 7 * 1440 }), (failures, minutes) => {
        const connection = failed(failures, NOW + minutes * MINUTE);
        expect(retryNotBefore(connection)).toBeGreaterThanOrEqual(NOW + minutes * MINUTE);
        for (const trigger of ['schedule', 'catch-up', 'api'] as const)
          expect(isBackingOff(connection, trigger, NOW)).toBe(true);
        expect(isBackingOff(connection, 'person', NOW)).toBe(false);
      }),
    );
  });

  test('is retried at once after the clock was set back by 30 days', () => {
    expect(isBackingOff(failed(1), 'schedule', NOW - 30 * DAY)).toBe(false);
  });
});

test('a working connection is never delayed', () => {
  expect(
    retryNotBefore({
      health: { lastAttemptAt: toInstant(NOW), lastSuccessAt: toInstant(NOW), failures: 0, problem: null },
    }),
  ).toBeNull();
});
