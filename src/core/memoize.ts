const MAX_CACHED_RESULTS = 10_000;

/** Caches results, because sheets and statements repeat few values, such as dates, many times. `work` must be pure. */
export function memoize<Value extends number | string, Result>(
  work: (value: Value) => Result,
): (value: Value) => Result {
  const results = new Map<Value, Result>();
  return (value) => {
    const cachedResult = results.get(value);
    if (cachedResult !== undefined) return cachedResult;
    if (results.size >= MAX_CACHED_RESULTS) results.clear();
    const result = work(value);
    results.set(value, result);
    return result;
  };
}
