/** Two places, each in its own list. */
export type Match = readonly [left: number, right: number];

/** So many comparisons are made at once; longer lists are gone through in blocks. */
const MOST_COMPARED = 1_000_000;
const BLOCK = 50;
const AHEAD = 300;

/**
 * Matches two lists in their order: as many as can be, and of these ways the one of the least cost. `cost` is null for what
 * does not match. Purchases of one amount are booked in the order in which they are made.
 */
export function align<Left, Right>(
  left: readonly Left[],
  right: readonly Right[],
  cost: (left: Left, right: Right) => number | null,
): readonly Match[] {
  if (left.length * right.length <= MOST_COMPARED) return alignWhole(left, right, cost);
  const found: Match[] = [];
  let next = 0;
  for (let from = 0; from < left.length && next < right.length; from += BLOCK) {
    const start = next;
    const ahead = right.slice(start, start + AHEAD);
    for (const [i, j] of alignWhole(left.slice(from, from + BLOCK), ahead, cost)) {
      found.push([from + i, start + j]);
      next = start + j + 1;
    }
  }
  return found;
}

function alignWhole<Left, Right>(
  left: readonly Left[],
  right: readonly Right[],
  cost: (left: Left, right: Right) => number | null,
): readonly Match[] {
  const [rows, columns] = [left.length, right.length];
  if (rows === 0 || columns === 0) return [];
  const width = columns + 1;
  const counts = new Int32Array((rows + 1) * width);
  const costs = new Float64Array((rows + 1) * width);
  const matches = new Uint8Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i -= 1) {
    for (let j = columns - 1; j >= 0; j -= 1) {
      const at = i * width + j;
      const [below, beside, behind] = [at + width, at + 1, at + width + 1];
      const better = isBetter(counts, costs, below, beside) ? below : beside;
      [counts[at], costs[at]] = [counts[better] as number, costs[better] as number];
      const here = cost(left[i] as Left, right[j] as Right);
      if (here === null) continue;
      const [count, sum] = [(counts[behind] as number) + 1, (costs[behind] as number) + here];
      if (count > counts[at] || (count === counts[at] && sum <= costs[at]))
        [counts[at], costs[at], matches[at]] = [count, sum, 1];
    }
  }
  return walk(matches, counts, costs, rows, columns);
}

function walk(
  matches: Uint8Array,
  counts: Int32Array,
  costs: Float64Array,
  rows: number,
  columns: number,
): readonly Match[] {
  const width = columns + 1;
  const found: Match[] = [];
  let [i, j] = [0, 0];
  while (i < rows && j < columns) {
    const at = i * width + j;
    if (matches[at] === 1) {
      found.push([i, j]);
      i += 1;
      j += 1;
    } else if (isBetter(counts, costs, at + width, at + 1)) i += 1;
    else j += 1;
  }
  return found;
}

function isBetter(counts: Int32Array, costs: Float64Array, a: number, b: number): boolean {
  const more = (counts[a] as number) - (counts[b] as number);
  return more > 0 || (more === 0 && (costs[a] as number) <= (costs[b] as number));
}
