import type { Reader } from '../store/database.ts';

/** Reads by key; a result is kept until anything is written to the database. */
export interface Memo<Value> {
  get(key: string): Value;
}

const MOST_KEPT = 1000;

/**
 * Spares the hot path its queries without a thought for who may change what: any write at all, a revoked
 * token as well as a new mirror, makes the next request read again.
 */
export function createMemo<Value>(store: Pick<Reader, 'writeCount'>, read: (key: string) => Value): Memo<Value> {
  const kept = new Map<string, Value>();
  let validAt = -1;
  return {
    get: (key) => {
      const now = store.writeCount();
      if (now !== validAt || kept.size > MOST_KEPT) kept.clear();
      validAt = now;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const value = read(key);
      kept.set(key, value);
      return value;
    },
  };
}
