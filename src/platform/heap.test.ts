import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, afterEach, describe, vi } from 'vitest';
import { createCollection, createUnusedMemory } from './heap.ts';

const QUIET_MS = 15_000;

describe('createUnusedMemory()', () => {
  afterEach(() => void vi.useRealTimers());

  test('collects garbage once, 15 seconds after the last call of note()', () => {
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

  test('collects no garbage after close()', () => {
    vi.useFakeTimers();
    const collect = vi.fn<() => void>();
    const memory = createUnusedMemory(collect);
    memory.note();
    memory.close();
    vi.advanceTimersByTime(10 * QUIET_MS);
    expect(collect).toHaveBeenCalledTimes(0);
  });

  test('frees memory with the collector of V8, without a global `gc`', async () => {
    const left = new WeakRef(new Uint8Array(1_000_000));
    // V8 keeps the target of a new WeakRef until the next turn of the event loop.
    await turn();
    createCollection()();
    expect(left.deref()).toBeUndefined();
    expect('gc' in globalThis).toBe(false);
  });
});
