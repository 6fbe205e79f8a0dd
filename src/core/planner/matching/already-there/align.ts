/** The maximum number of comparisons at once; longer lists are processed in blocks. */
const MOST_COMPARED = 1_000_000;
const BLOCK = 50;
const AHEAD = 300;

/** The value of a match, which exceeds the total cost of all matches in days. */
const WORTH = 1_000_000;

/** Matches two ordered lists: as many pairs as possible, at the lowest cost. `cost` is null if two items do not match. */
export function align<Left extends object, Right extends object>(
  left: readonly Left[],
  right: readonly Right[],
  cost: (left: Left, right: Right) => number | null,
): readonly (readonly [Left, Right])[] {
  if (left.length * right.length <= MOST_COMPARED) return alignWhole(left, right, cost);
  const found: (readonly [Left, Right])[] = [];
  let next = 0;
  for (let from = 0; from < left.length && next < right.length; from += BLOCK) {
    const matches = alignWhole(left.slice(from, from + BLOCK), right.slice(next, next + AHEAD), cost);
    found.push(...matches);
    const last = matches.at(-1);
    if (last !== undefined) next = right.indexOf(last[1], next) + 1;
  }
  return found;
}

function alignWhole<Left extends object, Right extends object>(
  left: readonly Left[],
  right: readonly Right[],
  cost: (left: Left, right: Right) => number | null,
): readonly (readonly [Left, Right])[] {
  const width = right.length + 1;
  // The best value from two positions on, and if the two match there.
  const worth = new Float64Array((left.length + 1) * width);
  const isMatch = new Uint8Array(worth.length);
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      const at = i * width + j;
      const apart = Math.max(worth[at + width] as number, worth[at + 1] as number);
      const here = cost(left[i] as Left, right[j] as Right);
      const together = here === null ? -1 : (worth[at + width + 1] as number) + WORTH - here;
      isMatch[at] = together >= apart ? 1 : 0;
      worth[at] = Math.max(together, apart);
    }
  }
  const found: (readonly [Left, Right])[] = [];
  for (let [i, j] = [0, 0]; i < left.length && j < right.length;) {
    const at = i * width + j;
    if (isMatch[at] === 1) found.push([left[i++] as Left, right[j++] as Right]);
    else if ((worth[at + width] as number) >= (worth[at + 1] as number)) i += 1;
    else j += 1;
  }
  return found;
}
