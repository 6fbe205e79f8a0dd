export interface Item {
  readonly value: bigint;
  /** What it adds to the weight of a subset. */
  readonly weight: number;
}

/**
 * The sums of all subsets of a few items: of two halves, so that 2^(n/2) steps find what 2^n subsets hold. They are kept as
 * remainders by 2^48, as numbers, which is many times as fast: a sum beyond that is taken for one that has its remainder.
 */
export class SubsetSums {
  readonly #one: Sums;
  readonly #other = new Map<number, number>();

  constructor(items: readonly Item[]) {
    const middle = items.length >> 1;
    this.#one = sumsOf(items.slice(0, middle));
    const { sums, weights } = sumsOf(items.slice(middle));
    for (const [place, sum] of sums.entries()) {
      const weight = weights[place] as number;
      const known = this.#other.get(sum);
      if (known === undefined || known > weight) this.#other.set(sum, weight);
    }
  }

  /** The least weight of a subset that has the sum; null where none has. */
  fewest(sum: bigint): number | null {
    const wanted = remainder(sum);
    let least: number | null = null;
    const { sums, weights } = this.#one;
    for (let place = 0; place < sums.length; place++) {
      const part = sums[place] as number;
      const rest = this.#other.get(part <= wanted ? wanted - part : wanted - part + MODULUS);
      if (rest === undefined) continue;
      const weight = (weights[place] as number) + rest;
      if (least === null || weight < least) least = weight;
    }
    return least;
  }
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
      sums[count + place] = ((sums[place] as number) + step) % MODULUS;
      weights[count + place] = (weights[place] as number) + weight;
    }
  }
  return { sums, weights };
}
