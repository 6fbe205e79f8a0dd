import { describe, expect, test } from 'vitest';
import { storeWithAccount } from '../../test/support/store-with-account.ts';
import { takeSyncSlot } from './limits.ts';

describe('sync limits', () => {
  const limits = { perHour: 2, perDay: 3 };
  const minute = 60_000;

  test('grant slots up to the hourly limit, and then return the time until the next slot', () => {
    const store = storeWithAccount();
    expect(takeSyncSlot(store, 'a', 0, limits)).toBeNull();
    expect(takeSyncSlot(store, 'a', 10 * minute, limits)).toBeNull();
    expect(takeSyncSlot(store, 'a', 20 * minute, limits)).toEqual({ retryAfterSeconds: 40 * 60 });
    expect(takeSyncSlot(store, 'a', 60 * minute - 1, limits)).toEqual({ retryAfterSeconds: 1 });
    expect(takeSyncSlot(store, 'a', 60 * minute, limits)).toBeNull();
  });

  test('limit the syncs of an hour and of a day', () => {
    const store = storeWithAccount();
    for (const hour of [0, 2, 4]) expect(takeSyncSlot(store, 'a', hour * 60 * minute, limits)).toBeNull();
    expect(takeSyncSlot(store, 'a', 6 * 60 * minute, limits)).toEqual({ retryAfterSeconds: 18 * 3600 });
  });

  test('do not block an account after the clock was set back', () => {
    const store = storeWithAccount();
    takeSyncSlot(store, 'a', 1e9, limits);
    takeSyncSlot(store, 'a', 1e9, limits);
    expect(takeSyncSlot(store, 'a', 5 * minute, limits)).toBeNull();
  });
});
