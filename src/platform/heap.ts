import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * V8's defaults are fast if most objects are short-lived. Reading a long file keeps most objects, and would use
 * hundreds of megabytes more without being faster. Small inputs (`bytes`) do not need it. Does nothing in Electron,
 * which may reject flags.
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

export function keepHeapSmall(): () => void {
  if (process.versions['electron'] !== undefined) return () => undefined;
  working += 1;
  if (working === 1) {
    for (const [flag, { small }] of FLAGS) setFlagsFromString(`--${flag}=${small}`);
    // V8's estimate before its first full collection is far too large. A large heap has already been collected, and
    // another collection would block noticeably.
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

export function isHeapLarge(): boolean {
  return getHeapStatistics().used_heap_size >= LARGE_HEAP_BYTES;
}

/** About 25,000 transactions of a statement. */
const MANY_BYTES = 4 * 2 ** 20;
/** An import of 10,000 transactions stays below. */
const LARGE_HEAP_BYTES = 64 * 2 ** 20;

let working = 0;
let measure: (() => void) | null = createCollection();

/** `usual` are the defaults of V8; 0 percent means automatic. */
const FLAGS = Object.entries({
  'semi-space-growth-factor': { small: 1, usual: 2 },
  'heap-growing-percent': { small: 50, usual: 0 },
});

export interface UnusedMemory {
  note(): void;
  close(): void;
}

const QUIET_MS = 15_000;

/** V8 collects garbage only on demand, so an idle process would keep the memory of its last sync for hours. */
export function createUnusedMemory(collect: () => void = createCollection()): UnusedMemory {
  let timer: NodeJS.Timeout | undefined;
  return {
    note: () => {
      clearTimeout(timer);
      timer = setTimeout(collect, QUIET_MS).unref();
    },
    close: () => clearTimeout(timer),
  };
}

/** The collector of `--expose-gc`, without exposing it globally. Not for Electron, which may reject flags at runtime. */
export function createCollection(): () => void {
  let collect: ((options: { readonly type: 'major' }) => void) | null = null;
  return () => {
    if (collect === null) {
      setFlagsFromString('--expose-gc');
      collect = runInNewContext('gc') as (options: { readonly type: 'major' }) => void;
      setFlagsFromString('--no-expose-gc');
    }
    collect({ type: 'major' });
  };
}
