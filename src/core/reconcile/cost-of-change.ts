import { isExplainedByEdit } from './candidates.ts';
import { STRADDLE, type InFlight } from './in-flight.ts';
import type { Ledger } from './ledger.ts';
import { LEAST_OF_CHANGE, type CostOfChange } from './levels.ts';
import type { Point } from './points.ts';

/** Where a row that a person deleted or edited explains it: less than one balance that nothing explains. */
const OF_EDIT = LEAST_OF_CHANGE;
/** Where the one pair of rows that looks like a doubled one explains it: less than a year of closings that it straddles. */
const OF_DOUBLED = 60;
/** What any other costs. */
const OF_FAULT = 120;

/** What it costs to believe that the level changed for good between two balances. */
export function createCostOfChange(points: readonly Point[], ledger: Ledger, inFlight: InFlight): CostOfChange {
  let pairs: ReadonlyMap<bigint, Pair | null> | null = null;
  return (from, to) => {
    const [offset, before] = [inFlight.offsets[to.level] as bigint, inFlight.offsets[from.level] as bigint];
    const [after, until] = [(points[from.place] as Point).day, (points[to.place] as Point).day];
    const by = offset - before;
    if (isExplainedByEdit({ by, after, until }, ledger)) return OF_EDIT;
    const pair = (pairs ??= lonePairs(ledger)).get(-by) ?? null;
    const isNear = pair !== null && pair.last > after - STRADDLE && pair.first <= until + STRADDLE;
    return isNear ? OF_DOUBLED : OF_FAULT;
  };
}

/** The days of two rows. */
interface Pair {
  readonly first: number;
  readonly last: number;
}

/**
 * Of each amount the two rows that are within a few days; null where there are more, as of a coffee a day, so that one pair
 * is no sign of a fault.
 */
function lonePairs({ counted }: Ledger): ReadonlyMap<bigint, Pair | null> {
  const latest = new Map<bigint, number>();
  const pairs = new Map<bigint, Pair | null>();
  for (const { amount, day } of counted) {
    const first = latest.get(amount);
    latest.set(amount, day);
    if (first !== undefined && day - first <= STRADDLE)
      pairs.set(amount, pairs.has(amount) ? null : { first, last: day });
  }
  return pairs;
}
