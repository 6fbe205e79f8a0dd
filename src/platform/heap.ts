import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const QUIET_MS = 15_000;

/** Collects garbage when the process becomes idle. V8 alone would keep the memory of the last sync for hours. */
export function createUnusedMemory(collect: () => void = createCollection()) {
  let timer: NodeJS.Timeout | undefined;
  return {
    note: () => {
      clearTimeout(timer);
      timer = setTimeout(collect, QUIET_MS).unref();
    },
    close: () => clearTimeout(timer),
  };
}

/** Gets V8's garbage collector by setting a flag of V8, without a global `gc`. Electron may reject the flag. */
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
