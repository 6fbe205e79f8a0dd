import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { createCollection } from './unused-memory.ts';

/**
 * Does `work` on a heap that V8 keeps small. It takes twice as much each time for its young generation, and lets the old one
 * grow to several times what is used: both save time where little of what is made is kept. Work that keeps most of what it
 * makes, such as reading a long file or a whole spreadsheet, takes hundreds of megabytes so and is no faster. Not in Electron,
 * which may refuse flags once it runs. `bytes`: how many it reads; of few, not much can be kept, and collecting more often
 * takes 8 % of the CPU of an import.
 */
export async function withSmallHeap<Result>(work: () => Promise<Result>, bytes = Infinity): Promise<Result> {
  if (bytes < MANY_BYTES) return work();
  const release = keepHeapSmall();
  try {
    return await work();
  } finally {
    release();
  }
}

/** The same for work that begins and ends elsewhere; returns what ends it, once. */
export function keepHeapSmall(): () => void {
  if (process.versions['electron'] !== undefined) return () => undefined;
  working += 1;
  if (working === 1) {
    for (const [flag, { small }] of FLAGS) setFlagsFromString(`--${flag}=${small}`);
    // Before its first full collection V8 goes by a size that it guessed, which is far above what a start leaves. A heap
    // that has become large has had one, and another would stop everything for a while.
    if (!isHeapLarge()) measure?.();
    measure = null;
  }
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    working -= 1;
    if (working === 0) for (const [flag, { usual }] of FLAGS) setFlagsFromString(`--${flag}=${usual}`);
  };
}

/** Whether there is so much, in use or not yet collected, that letting it grow would be felt. */
export function isHeapLarge(): boolean {
  return getHeapStatistics().used_heap_size >= LARGE_HEAP_BYTES;
}

/** A statement of some 25,000 transactions. */
const MANY_BYTES = 4 * 2 ** 20;
/** An import of 10,000 transactions stays just below. */
const LARGE_HEAP_BYTES = 80 * 2 ** 20;

let working = 0;
let measure: (() => void) | null = createCollection();

/** `usual` is V8's own; it works out a growth of its own for 0 percent. */
const FLAGS = Object.entries({
  'semi-space-growth-factor': { small: 1, usual: 2 },
  'heap-growing-percent': { small: 50, usual: 0 },
});
