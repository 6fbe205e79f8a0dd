import { getHeapSpaceStatistics } from 'node:v8';
import { expect, test } from 'vitest';
import { keepHeapSmall, withSmallHeap } from './small-heap.ts';

const youngBytes = () =>
  getHeapSpaceStatistics()
    .filter(({ space_name: name }) => name === 'new_space')
    .reduce((sum, { space_size: size }) => sum + size, 0);

/** Keeps most of what it makes, as the reading of a long file does. */
function fill(): readonly object[] {
  return Array.from({ length: 400_000 }, (_, index) => ({ text: `entry ${index}`, index }));
}

test('work that keeps what it makes does not let the young generation grow', async () => {
  const before = youngBytes();
  const kept = await withSmallHeap(async () => fill());
  expect(kept).toHaveLength(400_000);
  expect(youngBytes()).toBeLessThanOrEqual(before);
});

test('work within work, and work that fails, end as they would alone', async () => {
  expect(await withSmallHeap(() => withSmallHeap(async () => 1))).toBe(1);
  await expect(withSmallHeap(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('what ends it counts once, so that work beside it stays as it is', async () => {
  const before = youngBytes();
  const [one, other] = [keepHeapSmall(), keepHeapSmall()];
  one();
  one();
  expect(fill()).toHaveLength(400_000);
  expect(youngBytes()).toBeLessThanOrEqual(before);
  other();
});
