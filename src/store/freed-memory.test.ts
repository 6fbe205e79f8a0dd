import { expect, test } from 'vitest';
import { createCollection } from '../platform/unused-memory.ts';
import { isGlibc, returnFreedMemory } from './freed-memory.ts';

const COUNT = 40_000;
const BYTES = 4000;

test.runIf(isGlibc())('what was freed below what is in use is given back to the system', async () => {
  const before = process.memoryUsage.rss();
  const kept = scatter();
  const collect = createCollection();
  // What the C library keeps at most, beside the pages that the scattered ones lie in.
  await expect
    .poll(
      () => {
        collect();
        returnFreedMemory();
        return process.memoryUsage.rss() - before;
      },
      { timeout: 60_000 },
    )
    .toBeLessThan((COUNT * BYTES) / 2);
  expect(kept.every((one) => one.every((byte) => byte === 7))).toBe(true);
});

/** Pieces of memory, each with a hundred behind it that are garbage at the end. */
function scatter(): Buffer[] {
  const all = Array.from({ length: COUNT }, () => Buffer.allocUnsafeSlow(BYTES).fill(7));
  return all.filter((_, place) => place % 100 === 0);
}
