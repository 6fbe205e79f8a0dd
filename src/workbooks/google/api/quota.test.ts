import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { busiestMinute } from '../../../../test/support/busiest-minute.ts';
import { manualClock } from '../../../../test/support/manual-clock.ts';
import type { Sleep } from '../../../platform/sleep.ts';
import { CALLS_A_MINUTE, createQuota, WINDOW_MS, type CallKind } from './quota.ts';

const MINUTE = 60_000;
const USERS = 10;

/** A manual clock and its `sleep`. `wakeAll` ends all sleeps in the order of their times. */
function sleepers() {
  const clock = manualClock();
  const waiting: { readonly at: number; readonly wake: () => void }[] = [];
  const sleep: Sleep = (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const entry = { at: clock.now() + milliseconds, wake: resolve };
      waiting.push(entry);
      signal?.addEventListener('abort', () => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal.reason as Error);
      });
    });
  const wakeAll = async (): Promise<void> => {
    for (await settle(); waiting.length > 0; await settle()) {
      const next = Math.min(...waiting.map(({ at }) => at));
      clock.advance(next - clock.now());
      const awake = waiting.filter(({ at }) => at === next);
      waiting.splice(0, Infinity, ...waiting.filter(({ at }) => at !== next));
      for (const { wake } of awake) wake();
    }
  };
  return { clock, sleep, wakeAll, waiting };
}

function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

test('a call is sent at once while the quota allows it', async () => {
  const { clock, sleep, waiting } = sleepers();
  const quota = createQuota({ clock, sleep });
  for (let call = 0; call < CALLS_A_MINUTE.user; call += 1) await quota.take('read', { project: 'p', user: 'u' });
  await quota.take('write', { project: 'p', user: 'u' });
  await quota.take('read', { project: 'p', user: 'another' });
  expect(waiting).toEqual([]);
});

test("the first call over a user's quota waits until the window has passed", async () => {
  const { clock, sleep, wakeAll } = sleepers();
  const quota = createQuota({ clock, sleep });
  const began = clock.now();
  for (let call = 0; call < CALLS_A_MINUTE.user; call += 1) await quota.take('read', { project: 'p', user: 'u' });
  const late = quota.take('read', { project: 'p', user: 'u' });
  await wakeAll();
  await late;
  expect(clock.now() - began).toBe(WINDOW_MS);
});

test('no minute of a project or a user has more calls than Google allows, for any sequence of calls', async () => {
  const call = fc.record({
    after: fc.integer({ min: 0, max: 100 }),
    user: fc.integer({ min: 0, max: USERS - 1 }),
    kind: fc.constantFrom<CallKind>('read', 'write'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 900, size: 'max' }), async (calls) => {
      const clock = manualClock();
      let waited = 0;
      const quota = createQuota({ clock, sleep: async (milliseconds) => void (waited = milliseconds) });
      const sent: { at: number; user: number; kind: CallKind }[] = [];
      for (const { after, user, kind } of calls) {
        clock.advance(after);
        waited = 0;
        const isTaken = await quota.take(kind, { project: 'p', user: String(user) }).then(
          () => true,
          () => false,
        );
        if (isTaken) sent.push({ at: clock.now() + waited, user, kind });
      }
      for (const kind of ['read', 'write']) {
        const ofKind = sent.filter((each) => each.kind === kind);
        expect(busiestMinute(ofKind.map(({ at }) => at))).toBeLessThanOrEqual(CALLS_A_MINUTE.project);
        for (let user = 0; user < USERS; user += 1) {
          expect(busiestMinute(ofKind.filter((each) => each.user === user).map(({ at }) => at))).toBeLessThanOrEqual(
            CALLS_A_MINUTE.user,
          );
        }
      }
    }),
    { numRuns: 20 },
  );
});

test('a thousand accounts that sync in the same minute stay within the limits of one project', async () => {
  const { clock, sleep, wakeAll } = sleepers();
  const quota = createQuota({ clock, sleep });
  const sent: number[] = [];
  const sync = async (user: string): Promise<void> => {
    for (const kind of ['read', 'read', 'write'] as const) {
      await quota.take(kind, { project: 'p', user });
      if (kind === 'read') sent.push(clock.now());
    }
  };
  const began = clock.now();
  const syncs = Promise.allSettled(Array.from({ length: 1000 }, (_, account) => sync(`account ${account}`)));
  await wakeAll();
  expect((await syncs).filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(sent).toHaveLength(2000);
  expect(busiestMinute(sent)).toBeLessThanOrEqual(CALLS_A_MINUTE.project);
  expect(clock.now() - began).toBeLessThan(10 * MINUTE);
});

test('a call is rejected at once, and not counted, if it would wait too long', async () => {
  const { clock, sleep, waiting } = sleepers();
  const quota = createQuota({ clock, sleep });
  const within = Array.from({ length: CALLS_A_MINUTE.user * 10 }, () =>
    quota.take('write', { project: 'p', user: 'u' }),
  );
  expect(within).toHaveLength(waiting.length + CALLS_A_MINUTE.user);
  await expect(quota.take('write', { project: 'p', user: 'u' })).rejects.toMatchObject({ code: 'workbook_quota' });
  expect(within).toHaveLength(waiting.length + CALLS_A_MINUTE.user);
});

test('a call that is aborted while waiting is not counted', async () => {
  const { clock, sleep, waiting, wakeAll } = sleepers();
  const quota = createQuota({ clock, sleep });
  for (let call = 0; call < CALLS_A_MINUTE.user; call += 1) await quota.take('read', { project: 'p', user: 'u' });
  const leaving = new AbortController();
  const left = Array.from({ length: CALLS_A_MINUTE.user }, () =>
    quota.take('read', { project: 'p', user: 'u' }, leaving.signal),
  );
  leaving.abort(new Error('not any more'));
  expect((await Promise.allSettled(left)).every(({ status }) => status === 'rejected')).toBe(true);
  expect(waiting).toEqual([]);
  const began = clock.now();
  const last = quota.take('read', { project: 'p', user: 'u' });
  await wakeAll();
  await last;
  expect(clock.now() - began).toBe(WINDOW_MS);
});
