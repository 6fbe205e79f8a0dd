import { setFlagsFromString } from 'node:v8';
import { createCollection } from './unused-memory.ts';

/**
 * Does `work` on a heap that V8 keeps small. It takes twice as much each time for its young generation, and lets the old one
 * grow to several times what is used: both save time where little of what is made is kept. Work that keeps most of what it
 * makes, such as reading a long file or a whole spreadsheet, takes hundreds of megabytes so and is no faster. Not in Electron,
 * which may refuse flags once it runs.
 */
export async function withSmallHeap<Result>(work: () => Promise<Result>): Promise<Result> {
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
    measure?.();
    // Before its first full collection V8 goes by a size that it guessed, which is far above what a start leaves.
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

let working = 0;
let measure: (() => void) | null = createCollection();

/** `usual` is V8's own; it works out a growth of its own for 0 percent. */
const FLAGS = Object.entries({
  'semi-space-growth-factor': { small: 1, usual: 2 },
  'heap-growing-percent': { small: 50, usual: 0 },
});
