/**
 * The keys of one answer's transactions, in its order. The first row with an id has the id itself as its
 * key, later ones get `#2`, `#3` and so on, leaving out what is another row's own id. No key comes twice:
 * two made-up keys differ in their number or in what is before the last `#`.
 */
export function rangeKeys(ids: readonly string[]): string[] {
  const own = new Set(ids);
  const last = new Map<string, number>();
  return ids.map((id) => {
    let number = (last.get(id) ?? 0) + 1;
    while (number > 1 && own.has(`${id}#${number}`)) number += 1;
    last.set(id, number);
    return number === 1 ? id : `${id}#${number}`;
  });
}

const NUMBERED = /^(.*)#\d+$/s;

/**
 * Tells the ids whose keys depend on which rows an answer holds: those that come more than once, and
 * those that look like a made-up key of one. All others are their own key in every range.
 */
export function repeatsIn(ids: readonly string[]): (id: string) => boolean {
  const once = new Set<string>();
  const repeated = new Set<string>();
  for (const id of ids) (once.has(id) ? repeated : once).add(id);
  return (id) => {
    if (repeated.size === 0) return false;
    if (repeated.has(id)) return true;
    const base = id.includes('#') ? NUMBERED.exec(id)?.[1] : undefined;
    return base !== undefined && repeated.has(base);
  };
}
