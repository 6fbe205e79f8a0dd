import { describe, expect, test } from 'vitest';
import { NO_COUNTS, type RunItem } from '../core/run.ts';
import { AT, addQueuedRun, storeWithAccount } from '../../test/support/store-with-account.ts';
import { pack } from './packing.ts';
import { addRunItems, countRunItems, finishRun, findRun, iterateRunItems, listRunItems, listRuns } from './runs.ts';

describe('runs', () => {
  test('are listed newest first in pages', () => {
    const store = storeWithAccount();
    for (const id of ['r1', 'r2', 'r3']) addQueuedRun(store, id);
    expect(listRuns(store, 'a', { limit: 2 }).map(({ id }) => id)).toEqual(['r3', 'r2']);
    expect(listRuns(store, 'a', { limit: 2, before: 'r2' }).map(({ id }) => id)).toEqual(['r1']);
  });

  test('return their items in the order of adding, or newest first in pages', async () => {
    const store = storeWithAccount();
    addQueuedRun(store, 'r');
    const items = Array.from({ length: 2500 }, (_, at): RunItem => ({ kind: 'left-feed', transactionId: `t${at}` }));
    addRunItems(store, 'r', await pack(items));
    expect([...iterateRunItems(store, 'r')]).toEqual(items);
    expect(listRunItems(store, 'r', 990, 20)).toEqual(items.toReversed().slice(990, 1010));
    expect(countRunItems(store, 'r')).toBe(2500);
  });

  test('store their status, counts and messages when they end', () => {
    const store = storeWithAccount();
    addQueuedRun(store, 'r');
    finishRun(store, 'r', AT, { status: 'partial', counts: { ...NO_COUNTS, added: 3 }, messages: [] });
    expect(findRun(store, 'r')).toMatchObject({ status: 'partial', finishedAt: AT, counts: { added: 3 } });
  });
});
