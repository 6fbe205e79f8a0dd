import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Gives memory back to the system that large work took and nobody uses any more. */
export interface UnusedMemory {
  /** To be called when large work has ended. */
  note(): void;
  close(): void;
}

/** Work comes in bursts: a sync, the reading of the workbook after it, another account's. */
const QUIET_MS = 15_000;

/** V8 frees what it collected bit by bit, on threads of its own. */
const FREED_MS = 10_000;

/**
 * V8 collects garbage when it needs room. A process that waits needs none, and so keeps all that its last sync left
 * behind, for hours. One collection some time after the work has it give that back; it takes a tenth of a second, once.
 * `trim` is called when that is done, for what the C library keeps.
 */
export function createUnusedMemory({ collect = createCollection(), trim }: UnusedMemoryOptions): UnusedMemory {
  let timer: NodeJS.Timeout | undefined;
  const free = (): void => {
    collect();
    timer = setTimeout(trim, FREED_MS).unref();
  };
  return {
    note: () => {
      clearTimeout(timer);
      timer = setTimeout(free, QUIET_MS).unref();
    },
    close: () => clearTimeout(timer),
  };
}

export interface UnusedMemoryOptions {
  readonly collect?: () => void;
  readonly trim: () => void;
}

/** The collector of `--expose-gc`, for this function alone. Not for Electron, which may refuse flags once it runs. */
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
