/**
 * Where a key leads in a list: arrows by one, Home and End to its ends, a letter to the next name that begins with it. Null for
 * a key that leads nowhere.
 */
export function placeByKey(key: string, place: number, names: readonly string[]): number | null {
  const last = names.length - 1;
  if (last < 0) return null;
  if (key === 'ArrowDown') return Math.min(place + 1, last);
  if (key === 'ArrowUp') return Math.max(place - 1, 0);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key.length !== 1 || key === ' ') return null;
  const wanted = key.toLowerCase();
  const begins = (at: number): boolean => names[at]?.toLowerCase().startsWith(wanted) === true;
  const order = names.map((_, step) => (place + 1 + step) % names.length);
  return order.find(begins) ?? null;
}
