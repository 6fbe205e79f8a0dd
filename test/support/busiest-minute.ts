const MINUTE = 60_000;

/** The largest number of these times, in milliseconds, within any sixty seconds. */
export function busiestMinute(moments: readonly number[]): number {
  const sorted = moments.toSorted((one, other) => one - other);
  let first = 0;
  let most = 0;
  for (const [last, moment] of sorted.entries()) {
    while (moment - (sorted[first] ?? 0) >= MINUTE) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
