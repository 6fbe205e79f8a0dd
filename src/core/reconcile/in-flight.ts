import { lowerBound, type Entry, type Ledger } from './ledger.ts';
import type { Point } from './points.ts';
import { SubsetSums, type Item } from './subset-sums.ts';

/** How far apart, in days, the bank's booking and the date of a row may be: Maundy Thursday to Easter Tuesday. */
export const STRADDLE = 5;
/** For so many days before a balance a pending row may be in it already. */
const PENDING_FOR = 14;
/** So many rows are tried in all combinations. */
const TRIED = 14;
/** Where more are near, only the nearest so many are: some of the others surely sum to it. */
const TRIED_OF_MANY = 8;

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

/** How closely the rows are looked at: not at all, each by itself, or in all combinations. The less, the lower the cost. */
export const EFFORTS = ['none', 'single', 'all'] as const;
export type Effort = (typeof EFFORTS)[number];

/**
 * Says how easily what is in flight explains that a balance is off a level: rows that were booked on the other side of the
 * day's end than they are dated, and pending ones.
 */
export class InFlight {
  /** What balances are off the rows, each once; elsewhere a level is a place in here, which is faster to compare. */
  readonly offsets: readonly bigint[];
  /** Of each point, the levels that it is on. */
  readonly levelsAt: readonly (readonly number[])[];
  readonly #points: readonly Point[];
  readonly #ledger: Ledger;
  readonly #near: (Near | undefined)[] = [];
  /** By place and level: what it costs, or -1 less what it costs at least. */
  readonly #known: (Map<number, number> | undefined)[] = [];

  constructor(points: readonly Point[], ledger: Ledger) {
    this.#points = points;
    this.#ledger = ledger;
    const levels = new Map<bigint, number>();
    this.levelsAt = points.map(({ offsets }) =>
      offsets.map((offset) => {
        const level = levels.get(offset) ?? levels.size;
        if (level === levels.size) levels.set(offset, level);
        return level;
      }),
    );
    this.offsets = [...levels.keys()];
  }

  /** From 0, where the balance at that place among the points is on the level. No more than it is with more effort. */
  costOf(place: number, level: number, effort: Effort): number {
    if ((this.levelsAt[place] as readonly number[]).includes(level)) return 0;
    const costs = (this.#known[place] ??= new Map<number, number>());
    const known = costs.get(level);
    if (known !== undefined && known >= 0) return known;
    if (effort === 'none') return known === undefined ? COST.explained : -1 - known;
    if (effort === 'single' && known !== undefined) return -1 - known;
    const cost = this.#compute(place, this.offsets[level] as bigint, effort);
    costs.set(level, effort === 'all' ? cost : -1 - cost);
    return cost;
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

  #compute(place: number, level: bigint, effort: Effort): number {
    const point = this.#points[place] as Point;
    const near = this.#nearOf(place);
    const unexplained = point.isWhole ? COST.whole : COST.moment;
    let cheapest = unexplained;
    const count = Math.min(point.stated.length, point.offsets.length);
    for (let stated = 0; stated < count; stated++) {
      const rest = (point.offsets[stated] as bigint) - level;
      if (rest < near.least || rest > near.most) continue;
      const weight = effort === 'all' ? near.sums.fewest(rest) : near.sums.leastOf(rest);
      if (weight !== null) cheapest = Math.min(cheapest, COST.explained + COST.eachRow * weight, COST.atMost);
      else if (near.isCrowded) cheapest = Math.min(cheapest, COST.crowded);
    }
    return cheapest;
  }
}

interface Near {
  /** The nearest. */
  readonly items: readonly Item[];
  readonly sums: SubsetSums;
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
  const isCrowded = items.length > TRIED;
  const nearest = items.slice(0, isCrowded ? TRIED_OF_MANY : TRIED);
  return {
    items: nearest,
    sums: new SubsetSums(nearest),
    isCrowded,
    least: sumOf((value) => value < 0n),
    most: sumOf((value) => value > 0n),
  };
}

/** The entries of these days, both inclusive. */
export function between(entries: readonly Entry[], from: number, until: number): readonly Entry[] {
  return entries.slice(lowerBound(entries, from), lowerBound(entries, until + 1));
}
