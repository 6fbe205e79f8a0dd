import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Frees the memory of large work once the process is idle. */
export interface UnusedMemory {
  /** To be called when large work has ended. */
  note(): void;
  close(): void;
}

/** Work comes in bursts: a sync, the reading of the workbook after it, another account's. */
const QUIET_MS = 15_000;

/**
 * V8 collects garbage only when it needs room, so an idle process keeps what its last sync left for hours. One collection
 * after the work ends that. It takes a tenth of a second.
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
