import { lowerBound, type Entry, type Ledger } from './ledger.ts';
import type { Point } from './points.ts';
import { SubsetSums, type Item } from './subset-sums.ts';

/** How far apart, in days, the bank's booking and the date of a row may be: Maundy Thursday to Easter Tuesday. */
export const STRADDLE = 5;
/** For so many days before a balance a pending row may be in it already. */
const PENDING_FOR = 14;
/** The nearest so many rows are tried in all combinations. */
const TRIED = 14;

/** What it costs to believe that a balance which the rows miss is no sign of a fault. Whole, so that sums are exact. */
const COST = {
  /** For each row that would be on the other side of the boundary, after a first price; more for one that is farther off. */
  explained: 5,
  eachRow: 4,
  atMost: 20,
  /** So many rows are near that some of them surely sum to it. */
  crowded: 20,
  /** No rows explain it: a balance of a moment may hold what nobody tells. */
  moment: 40,
  /** No rows explain it, and the bank says that all of the day is in it. */
  whole: 130,
};

/**
 * Says how easily what is in flight explains that a balance is off a level: rows that were booked on the other side of the
 * day's end than they are dated, and pending ones.
 */
export class InFlight {
  readonly #points: readonly Point[];
  readonly #ledger: Ledger;
  readonly #near: (Near | undefined)[] = [];
  readonly #costs: (Map<bigint, number> | undefined)[] = [];

  constructor(points: readonly Point[], ledger: Ledger) {
    this.#points = points;
    this.#ledger = ledger;
  }

  /** From 0, where the balance at that place among the points is on the level. */
  costOf(place: number, level: bigint): number {
    const point = this.#points[place] as Point;
    if (point.offsets.includes(level)) return 0;
    const costs = (this.#costs[place] ??= new Map<bigint, number>());
    let cost = costs.get(level);
    if (cost === undefined) costs.set(level, (cost = this.#compute(place, point, level)));
    return cost;
  }

  /** No more than `costOf`, without a look at the rows. */
  leastCostOf(place: number, level: bigint): number {
    if ((this.#points[place] as Point).offsets.includes(level)) return 0;
    return this.#costs[place]?.get(level) ?? COST.explained;
  }

  /** Whether what is in flight at both of two balances, neither of them on a sure level, explains how they differ. */
  explainsBoth(from: number, to: number, by: bigint): boolean {
    const [first, second] = [this.#nearOf(from), this.#nearOf(to)];
    if (by < second.least - first.most || by > second.most - first.least) return false;
    if (first.isCrowded || second.isCrowded) return true;
    const items = [...second.items, ...first.items.map(({ value, weight }) => ({ value: -value, weight }))];
    return new SubsetSums(items).fewest(by) !== null;
  }

  /** Whether so many rows are near that almost any difference may be in flight. */
  isCrowded(place: number): boolean {
    return this.#nearOf(place).isCrowded;
  }

  #nearOf(place: number): Near {
    return (this.#near[place] ??= nearOf(this.#points[place] as Point, this.#ledger));
  }

  #compute(place: number, point: Point, level: bigint): number {
    const near = this.#nearOf(place);
    const unexplained = point.isWhole ? COST.whole : COST.moment;
    let cheapest = unexplained;
    for (const offset of point.offsets.slice(0, point.stated.length)) {
      const rest = offset - level;
      if (rest < near.least || rest > near.most) continue;
      near.sums ??= new SubsetSums(near.items);
      const weight = near.sums.fewest(rest);
      if (weight !== null) cheapest = Math.min(cheapest, COST.explained + COST.eachRow * weight, COST.atMost);
      else if (near.isCrowded) cheapest = Math.min(cheapest, COST.crowded);
    }
    return cheapest;
  }
}

interface Near {
  /** The nearest. */
  readonly items: readonly Item[];
  /** Made when they are first asked for. */
  sums: SubsetSums | null;
  readonly isCrowded: boolean;
  /** The sums of all that would lower or raise it. */
  readonly least: bigint;
  readonly most: bigint;
}

function nearOf({ day }: Point, ledger: Ledger): Near {
  const items: (Item & { readonly distance: number })[] = [];
  const posted = between(ledger.counted, day - STRADDLE + 1, day + STRADDLE);
  for (const { day: on, amount } of posted) {
    if (amount === 0n) continue;
    const isAfter = on > day;
    const distance = isAfter ? on - day : day - on + 1;
    items.push({ value: isAfter ? amount : -amount, weight: Math.ceil(distance / 2), distance });
  }
  for (const { amount } of between(ledger.pending, day - PENDING_FOR, day + STRADDLE))
    if (amount !== 0n) items.push({ value: amount, weight: 0, distance: 0 });
  items.sort((a, b) => a.distance - b.distance);
  const sumOf = (sign: (value: bigint) => boolean) =>
    items.reduce((sum, { value }) => (sign(value) ? sum + value : sum), 0n);
  const nearest = items.slice(0, TRIED);
  return {
    items: nearest,
    sums: null,
    isCrowded: items.length > TRIED,
    least: sumOf((value) => value < 0n),
    most: sumOf((value) => value > 0n),
  };
}

/** The entries of these days, both inclusive. */
export function between(entries: readonly Entry[], from: number, until: number): readonly Entry[] {
  return entries.slice(lowerBound(entries, from), lowerBound(entries, until + 1));
}
