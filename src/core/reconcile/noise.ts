import { lowerBound, type Entry, type Ledger } from './ledger.ts';
import type { Point } from './points.ts';

/** Days between the bank's booking and the date of a row: Maundy Thursday to Easter Tuesday. */
export const STRADDLE = 5;
/** Days for which a balance may include a row that is still pending. */
const PENDING_FOR = 14;
/** Among more rows, some surely sum to any difference. */
const CROWD = 8;

/** How unlikely it is that a balance differs from the rows although there is no fault. */
const COST = {
  /** One or two rows near the balance explain it. */
  explained: 9,
  /** Many rows are near. */
  crowded: 20,
  /** A balance of a moment may include what no source reports. */
  moment: 40,
  /** Nothing explains a balance that includes the whole day. */
  whole: 130,
};

/**
 * Rates how likely a balance differs from the rows by chance: rows whose booking is on the other side of the day's end than
 * their date, and pending rows.
 */
export class Noise {
  readonly #points: readonly Point[];
  readonly #ledger: Ledger;
  readonly #near: (Near | undefined)[] = [];

  constructor(points: readonly Point[], ledger: Ledger) {
    this.#points = points;
    this.#ledger = ledger;
  }

  /** Zero if the point is exactly on the level. */
  costOf(index: number, level: bigint): number {
    const { offsets, isWhole, stated } = this.#points[index] as Point;
    if (offsets.includes(level)) return 0;
    const near = (this.#near[index] ??= nearOf(this.#points[index] as Point, this.#ledger));
    // The other offsets of a moment leave the day's rows out, which count as near.
    for (const offset of offsets.slice(0, stated.length)) {
      const rest = offset - level;
      if (near.effects.has(rest)) return COST.explained;
      if (near.isCrowded && rest >= near.least && rest <= near.most) return COST.crowded;
    }
    return isWhole ? COST.whole : COST.moment;
  }
}

interface Near {
  /** By how much one or two rows may change the balance; only one if it is crowded. */
  readonly effects: ReadonlySet<bigint>;
  readonly isCrowded: boolean;
  /** The sums of all negative and of all positive effects. */
  readonly least: bigint;
  readonly most: bigint;
}

function nearOf({ day }: Point, { counted, pending }: Ledger): Near {
  const values: bigint[] = [];
  for (const entry of between(counted, day - STRADDLE + 1, day + STRADDLE))
    values.push(entry.day > day ? entry.amount : -entry.amount);
  for (const { amount } of between(pending, day - PENDING_FOR, day + STRADDLE)) values.push(amount);
  const effects = new Set(values);
  const isCrowded = values.length > CROWD;
  if (!isCrowded)
    for (const [index, one] of values.entries()) for (const other of values.slice(index + 1)) effects.add(one + other);
  let [least, most] = [0n, 0n];
  for (const value of values) {
    if (value < 0n) least += value;
    else most += value;
  }
  return { effects, isCrowded, least, most };
}

/** The entries of these days, both inclusive. */
export function between(entries: readonly Entry[], from: number, until: number): readonly Entry[] {
  return entries.slice(lowerBound(entries, from), lowerBound(entries, until + 1));
}
