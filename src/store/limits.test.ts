import { describe, expect, test } from 'vitest';
import { storeWithAccount } from '../../test/support/store-with-account.ts';
import { takeSyncSlot } from './limits.ts';

describe('sync limits', () => {
  const limits = { perHour: 2, perDay: 3 };
  const minute = 60_000;

  test('allow the given number of syncs per hour, and then state the seconds until the next sync is allowed', () => {
    const store = storeWithAccount();
    expect(takeSyncSlot(store, 'a', 0, limits)).toBeNull();
    expect(takeSyncSlot(store, 'a', 10 * minute, limits)).toBeNull();
    expect(takeSyncSlot(store, 'a', 20 * minute, limits)).toEqual({ retryAfterSeconds: 40 * 60 });
    expect(takeSyncSlot(store, 'a', 60 * minute - 1, limits)).toEqual({ retryAfterSeconds: 1 });
    expect(takeSyncSlot(store, 'a', 60 * minute, limits)).toBeNull();
  });

  test('have one maximum per hour and another per day', () => {
    const store = storeWithAccount();
    for (const hour of [0, 2, 4]) expect(takeSyncSlot(store, 'a', hour * 60 * minute, limits)).toBeNull();
    expect(takeSyncSlot(store, 'a', 6 * 60 * minute, limits)).toEqual({ retryAfterSeconds: 18 * 3600 });
  });

  test('ignore syncs with a time in the future, after the clock was set back', () => {
    const store = storeWithAccount();
    takeSyncSlot(store, 'a', 1e9, limits);
    takeSyncSlot(store, 'a', 1e9, limits);
    expect(takeSyncSlot(store, 'a', 5 * minute, limits)).toBeNull();
  });
});
