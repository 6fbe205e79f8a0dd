import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const QUIET_MS = 15_000;

/** V8 collects garbage only on demand, so an idle process would keep the memory of its last sync for hours. */
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
