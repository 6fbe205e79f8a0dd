import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const QUIET_MS = 15_000;

/** Collects garbage after work, because V8 does so only on demand: an idle process would keep its last sync's memory for hours. */
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

/** Returns the `gc` of `--expose-gc` without making it global. Not for Electron, which may reject flags at runtime. */
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
