import type { Reader } from '../store/database.ts';

export interface Memo<Value> {
  get(key: string): Value;
}

const MOST_KEPT = 1000;

/** Caches reads until the next write to the database, whatever it changes. */
export function createMemo<Value>(store: Pick<Reader, 'writeCount'>, read: (key: string) => Value): Memo<Value> {
  const kept = new Map<string, Value>();
  let validAt = -1;
  return {
    get: (key) => {
      const now = store.writeCount();
      if (now !== validAt || kept.size > MOST_KEPT) kept.clear();
      validAt = now;
      const cached = kept.get(key);
      if (cached !== undefined) return cached;
      const value = read(key);
      kept.set(key, value);
      return value;
    },
  };
}
