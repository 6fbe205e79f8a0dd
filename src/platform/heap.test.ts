import { setImmediate as turn } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { expect, test, afterEach, describe, vi } from 'vitest';
import { keepHeapSmall, withSmallHeap, createCollection, createUnusedMemory } from './heap.ts';

const youngBytes = () =>
  getHeapSpaceStatistics()
    .filter(({ space_name: name }) => name === 'new_space')
    .reduce((sum, { space_size: size }) => sum + size, 0);

/** Keeps most of its objects, like reading a long file. */
function fill(): readonly object[] {
  return Array.from({ length: 400_000 }, (_, index) => ({ text: `entry ${index}`, index }));
}

test('does not let the young generation grow', async () => {
  const before = youngBytes();
  const kept = await withSmallHeap(async () => fill());
  expect(kept).toHaveLength(400_000);
  expect(youngBytes()).toBeLessThanOrEqual(before);
});

test('supports nested and failing work', async () => {
  expect(await withSmallHeap(() => withSmallHeap(async () => 1))).toBe(1);
  await expect(withSmallHeap(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('counts each release once, so that concurrent work is not affected', async () => {
  const before = youngBytes();
  const [one, other] = [keepHeapSmall(), keepHeapSmall()];
  one();
  one();
  expect(fill()).toHaveLength(400_000);
  expect(youngBytes()).toBeLessThanOrEqual(before);
  other();
});

const QUIET_MS = 15_000;

describe('unused memory', () => {
  afterEach(() => void vi.useRealTimers());

  test('is collected once, some time after the work', () => {
    vi.useFakeTimers();
    const collect = vi.fn<() => void>();
    const memory = createUnusedMemory(collect);
    vi.advanceTimersByTime(10 * QUIET_MS);
    expect(collect).toHaveBeenCalledTimes(0);
    memory.note();
    vi.advanceTimersByTime(QUIET_MS - 1);
    memory.note();
    vi.advanceTimersByTime(QUIET_MS - 1);
    expect(collect).toHaveBeenCalledTimes(0);
    vi.advanceTimersByTime(10 * QUIET_MS);
    expect(collect).toHaveBeenCalledTimes(1);
  });

  test('is not collected after close', () => {
    vi.useFakeTimers();
    const collect = vi.fn<() => void>();
    const memory = createUnusedMemory(collect);
    memory.note();
    memory.close();
    vi.advanceTimersByTime(10 * QUIET_MS);
    expect(collect).toHaveBeenCalledTimes(0);
  });

  test('is actually collected, without exposing `gc`', async () => {
    const left = new WeakRef(new Uint8Array(1_000_000));
    // Objects in use are kept until the next turn of the event loop.
    await turn();
    createCollection()();
    expect(left.deref()).toBeUndefined();
    expect('gc' in globalThis).toBe(false);
  });
});
