/** Caches results. `work` must be pure, or `version` must change with its results. */
export function memoize<Value extends number | string, Result>(
  work: (value: Value) => Result,
  { version, most = 10_000 }: { readonly version?: () => number; readonly most?: number } = {},
): (value: Value) => Result {
  const results = new Map<Value, Result>();
  let validAt: number | undefined;
  return (value) => {
    const now = version?.();
    if (now !== validAt) results.clear();
    validAt = now;
    const cachedResult = results.get(value);
    if (cachedResult !== undefined) return cachedResult;
    if (results.size >= most) results.clear();
    const result = work(value);
    results.set(value, result);
    return result;
  };
}
