const MAX_REMEMBERED = 10_000;

/**
 * For work that a sheet asks for again and again with the same few values, such as its days: the result of each value
 * is worked out once, and equal texts are one text in memory. `work` must give the same for the same value.
 */
export function remembered<Value extends number | string, Result>(
  work: (value: Value) => Result,
): (value: Value) => Result {
  const results = new Map<Value, Result>();
  return (value) => {
    const known = results.get(value);
    if (known !== undefined) return known;
    if (results.size >= MAX_REMEMBERED) results.clear();
    const result = work(value);
    results.set(value, result);
    return result;
  };
}
