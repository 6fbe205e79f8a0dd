export interface Item {
  readonly value: bigint;
  /** What it adds to the weight of a subset. */
  readonly weight: number;
}

/**
 * The sums of all subsets of a few items: of two halves, so that 2^(n/2) steps find what 2^n subsets hold. They are kept as
 * remainders by 2^48, as numbers, which is many times as fast: a sum beyond that is taken for one that has its remainder.
 * Most sums are of a single item, and need none of it: it is made when it is first needed.
 */
export class SubsetSums {
  readonly #items: readonly Item[];
  /** Of the items' values, which are faster to compare. */
  readonly #remainders: readonly number[];
  /** No subset of several items weighs less. */
  readonly #leastOfSeveral: number;
  #halves: Halves | null = null;

  constructor(items: readonly Item[]) {
    this.#items = items;
    this.#remainders = items.map(({ value }) => remainder(value));
    let [least, second] = [Infinity, Infinity];
    for (const { weight } of items)
      if (weight < least) [least, second] = [weight, least];
      else if (weight < second) second = weight;
    this.#leastOfSeveral = least + second;
  }

  /** No more than `fewest`, without a look at subsets of several; null where there is none. */
  leastOf(sum: bigint): number | null {
    if (sum === 0n) return 0;
    const least = Math.min(this.#leastOfSeveral, this.#lightestItem(sum));
    return least === Infinity ? null : least;
  }

  /** The least weight of a subset that has the sum; null where none has. */
  fewest(sum: bigint): number | null {
    if (sum === 0n) return 0;
    const single = this.#lightestItem(sum);
    if (single <= this.#leastOfSeveral) return single === Infinity ? null : single;
    return lightest((this.#halves ??= halvesOf(this.#items)), remainder(sum));
  }

  #lightestItem(sum: bigint): number {
    const wanted = remainder(sum);
    let least = Infinity;
    for (let place = 0; place < this.#remainders.length; place++) {
      if (this.#remainders[place] !== wanted) continue;
      const { value, weight } = this.#items[place] as Item;
      if (value === sum && weight < least) least = weight;
    }
    return least;
  }
}

interface Halves {
  readonly one: Sums;
  /** The least weight of each sum. */
  readonly other: ReadonlyMap<number, number>;
  /** By `slotOf`, whether there may be such a sum: most are not, and need no look at all of them. */
  readonly isTaken: Uint8Array;
}

function halvesOf(items: readonly Item[]): Halves {
  const middle = items.length >> 1;
  const other = new Map<number, number>();
  const isTaken = new Uint8Array(SLOTS);
  const { sums, weights } = sumsOf(items.slice(middle));
  for (const [place, sum] of sums.entries()) {
    const weight = weights[place] as number;
    const known = other.get(sum);
    if (known === undefined || known > weight) other.set(sum, weight);
    isTaken[slotOf(sum)] = 1;
  }
  return { one: sumsOf(items.slice(0, middle)), other, isTaken };
}

const SLOTS = 1024;

/** Of bits from both ends, since large amounts often have none at one of them. */
function slotOf(sum: number): number {
  return (sum ^ (sum / 2 ** 24)) & (SLOTS - 1);
}

function lightest({ one: { sums, weights }, other, isTaken }: Halves, wanted: number): number | null {
  let least: number | null = null;
  for (let place = 0; place < sums.length; place++) {
    const part = sums[place] as number;
    const sum = part <= wanted ? wanted - part : wanted - part + MODULUS;
    if (isTaken[slotOf(sum)] === 0) continue;
    const rest = other.get(sum);
    if (rest === undefined) continue;
    const weight = (weights[place] as number) + rest;
    if (least === null || weight < least) least = weight;
  }
  return least;
}

/** Of every subset. */
interface Sums {
  readonly sums: Float64Array;
  readonly weights: Float64Array;
}

const BITS = 48;
const MODULUS = 2 ** BITS;

function remainder(value: bigint): number {
  return Number(BigInt.asUintN(BITS, value));
}

function sumsOf(items: readonly Item[]): Sums {
  const sums = new Float64Array(1 << items.length);
  const weights = new Float64Array(1 << items.length);
  for (const [bit, { value, weight }] of items.entries()) {
    const step = remainder(value);
    const count = 1 << bit;
    for (let place = 0; place < count; place++) {
      const sum = (sums[place] as number) + step;
      sums[count + place] = sum < MODULUS ? sum : sum - MODULUS;
      weights[count + place] = (weights[place] as number) + weight;
    }
  }
  return { sums, weights };
}
