import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Runs `work` with V8 flags that limit the growth of the heap. By default V8 doubles the young generation and lets the old one grow to
 * several times its content, which is only faster if most objects are short-lived. Reading a long file or a whole spreadsheet keeps most
 * objects, so it would use hundreds of megabytes more without being faster. Does nothing in Electron, which may reject flags at runtime.
 *
 * @param bytes the size of the input: small inputs do not need it, and more frequent collection costs 8 % CPU.
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

/** Like `withSmallHeap`, for work that ends elsewhere; returns a function that restores the flags once. */
export function keepHeapSmall(): () => void {
  if (process.versions['electron'] !== undefined) return () => undefined;
  working += 1;
  if (working === 1) {
    for (const [flag, { small }] of FLAGS) setFlagsFromString(`--${flag}=${small}`);
    // Before its first full collection, V8 uses an estimate that is far too large. A large heap has already been collected, and another
    // collection would block noticeably.
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

/** True if the heap is so large that letting it grow further would be noticeable. */
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

/** Frees memory after large work, once the process is idle. */
export interface UnusedMemory {
  note(): void;
  close(): void;
}

/** Work comes in bursts: a sync, reading the workbook afterwards, another account. */
const QUIET_MS = 15_000;

/**
 * V8 collects garbage only on demand, so an idle process would keep the memory of its last sync for hours. One collection takes a tenth
 * of a second.
 */
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
