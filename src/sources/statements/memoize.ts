/** Limits memory if nearly all texts differ, such as timestamps. */
const MOST = 20_000;

/** Caches the results of `read`. A long statement has few different days. */
export function memoize<Value>(read: (text: string) => Value): (text: string) => Value {
  const results = new Map<string, Value>();
  return (text) => {
    const before = results.get(text);
    if (before !== undefined) return before;
    const value = read(text);
    if (results.size < MOST) results.set(text, value);
    return value;
  };
}
