import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { busiestMinute } from '../../test/support/busiest-minute.ts';
import { addAccount, schedulesBench } from '../../test/support/schedules-bench.ts';
import { createStartQueue } from './create-schedules.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

test("a thousand accounts with the same start time all sync without exceeding Google's request limits", () => {
  const accounts = Array.from({ length: 1000 }, (_, index) => `account-${index}`);
  // The seconds after the start of a sync at which it sends its three requests to Google: two reads and a write.
  const delays = fc.sample(
    fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 20, max: 40 }), fc.integer({ min: 20, max: 60 })),
    { numRuns: 1000, seed: 7 },
  );
  const { time, store, schedules, started } = schedulesBench('2026-03-10T05:00:00Z');
  for (const id of accounts) {
    addAccount(store, id, {});
    schedules.set(id, { startTime: '06:00', periodMinutes: 1440 });
  }
  time.pass(90 * MINUTE);
  expect(new Set(started.map(({ accountId }) => accountId))).toEqual(new Set(accounts));
  expect(started).toHaveLength(1000);
  expect(started.every(({ trigger }) => trigger === 'schedule')).toBe(true);
  const startMs = started.map(({ at }) => Date.parse(at));
  const reads = startMs.flatMap(
    (at, index) => delays[index]?.slice(0, 2).map((seconds) => at + seconds * SECOND) ?? [],
  );
  const writes = startMs.map((at, index) => at + (delays[index]?.[2] ?? 0) * SECOND);
  expect(busiestMinute(reads)).toBeLessThanOrEqual(300);
  expect(busiestMinute(writes)).toBeLessThanOrEqual(300);
  // Google allows a single user 60 requests a minute, so at most 60 syncs may start in a minute.
  expect(busiestMinute(startMs)).toBeLessThanOrEqual(60);
});

test('the sync of a single account starts without delay', () => {
  const { time, schedules, started } = schedulesBench('2026-03-10T05:59:00Z');
  schedules.set('home', { startTime: '06:00', periodMinutes: 1440 });
  time.pass(MINUTE);
  expect(started.map(({ at }) => at)).toEqual(['2026-03-10T06:00Z']);
});

test('a sync that waits in the start queue runs after a restart of the service', () => {
  const bench = schedulesBench('2026-03-10T05:59:59Z');
  for (const id of ['b', 'c']) {
    addAccount(bench.store, id, {});
    bench.schedules.set(id, { startTime: '06:00', periodMinutes: 1440 });
  }
  bench.time.pass(SECOND);
  expect(bench.started).toHaveLength(1);
  bench.restart();
  bench.time.pass(2 * SECOND);
  expect(bench.started.map(({ accountId }) => accountId).sort()).toEqual(['b', 'c']);
});

test('the start queue returns times that are a second apart, and the same time for a repeated request', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 3000 })), { maxLength: 60 }),
      (asks) => {
        const startQueue = createStartQueue();
        const given = new Map<string, number>();
        let now = 1_000_000;
        for (const [account, later] of asks) {
          now += later;
          const id = String(account);
          const { atMs } = startQueue.slotFor(id, now);
          expect(given.get(id) ?? atMs).toBe(atMs);
          given.set(id, atMs);
        }
        const moments = [...given.values()].sort((a, b) => a - b);
        for (const [index, moment] of moments.entries())
          if (index > 0) expect(moment - (moments[index - 1] ?? 0)).toBeGreaterThanOrEqual(1000);
      },
    ),
  );
});

test('the start queue returns the current time after the clock was set back', () => {
  const startQueue = createStartQueue();
  startQueue.slotFor('a', 10_000_000);
  startQueue.remove('a');
  expect(startQueue.slotFor('b', 5_000_000).atMs).toBe(5_000_000);
});
