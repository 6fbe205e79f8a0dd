import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createCollection, createUnusedMemory } from './unused-memory.ts';

const QUIET_MS = 15_000;
const FREED_MS = 10_000;

describe('memory that nobody uses', () => {
  afterEach(() => void vi.useRealTimers());

  test('is given back once it is quiet after the work, and once only', () => {
    vi.useFakeTimers();
    const collect = vi.fn<() => void>();
    const memory = createUnusedMemory({ collect, trim: () => undefined });
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

  test('is given back by the C library once what was collected is freed, unless more work came', () => {
    vi.useFakeTimers();
    const [collect, trim] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const memory = createUnusedMemory({ collect, trim });
    memory.note();
    vi.advanceTimersByTime(QUIET_MS + FREED_MS - 1);
    memory.note();
    vi.advanceTimersByTime(QUIET_MS + FREED_MS - 1);
    expect(collect).toHaveBeenCalledTimes(2);
    expect(trim).toHaveBeenCalledTimes(0);
    vi.advanceTimersByTime(10 * QUIET_MS);
    expect(trim).toHaveBeenCalledTimes(1);
    memory.note();
    vi.advanceTimersByTime(QUIET_MS);
    memory.close();
    vi.advanceTimersByTime(10 * QUIET_MS);
    expect(trim).toHaveBeenCalledTimes(1);
  });

  test('is left alone after the end', () => {
    vi.useFakeTimers();
    const collect = vi.fn<() => void>();
    const memory = createUnusedMemory({ collect, trim: () => undefined });
    memory.note();
    memory.close();
    vi.advanceTimersByTime(10 * QUIET_MS);
    expect(collect).toHaveBeenCalledTimes(0);
  });

  test('is really collected, and programs see no more of it than before', async () => {
    const left = new WeakRef(new Uint8Array(1_000_000));
    // What is looked at lives on until the next turn.
    await turn();
    createCollection()();
    expect(left.deref()).toBeUndefined();
    expect('gc' in globalThis).toBe(false);
  });
});
