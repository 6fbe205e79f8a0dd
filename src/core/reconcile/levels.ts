import type { InFlight } from './in-flight.ts';
import type { Point } from './points.ts';

/** A stretch of time in which the balances are the same amount off the rows. */
export interface Level {
  readonly offset: bigint;
  /** Places of the points that are on it exactly, ascending; at least one. */
  readonly hits: readonly number[];
}

/** What a change from one level to another costs: the price of believing in a fault. */
export type CostOfChange = (from: Hit, to: Hit) => number;

export interface Hit {
  readonly place: number;
  readonly offset: bigint;
}

interface Node extends Hit {
  readonly cost: number;
  readonly previous: Node | null;
}

/** So many points back a change of level, or the first of all, is looked for. */
const LOOKED_BACK = 40;
const CHARGED = 20;
/** A level may have been met so many times by coincidence after it was left. */
const KEPT = 3;

/**
 * The cheapest story of all balances: on which level each is, where the level changed for good, and which are only in
 * flight. A shortest path over the points that are on a level exactly, so that neither a few balances that are off nor one
 * that is back by coincidence decide.
 */
export function findLevels(points: readonly Point[], inFlight: InFlight, costOfChange: CostOfChange): readonly Level[] {
  const latest = new Map<bigint, Node>();
  /** Of the last points, the cheapest first, and the latest of those that cost the same. */
  let recent: Node[] = [];
  const times = new Map<bigint, number>();
  for (const offset of points.flatMap(({ offsets }) => offsets)) times.set(offset, (times.get(offset) ?? 0) + 1);
  for (const [place, { offsets, isWhole }] of points.entries()) {
    // A moment that is alone with its level is never worth a change, unless it is the newest.
    const worth =
      isWhole || place === points.length - 1 ? offsets : offsets.filter((offset) => times.get(offset) !== 1);
    const here = worth
      .map((offset) => cheapest({ place, offset }, latest, recent, inFlight, costOfChange))
      .filter(({ cost }) => cost !== Infinity);
    recent = recent.filter((node) => place - node.place < LOOKED_BACK);
    for (const node of here) {
      latest.set(node.offset, node);
      const alike = recent.filter(({ offset }) => offset === node.offset);
      if (alike.length >= KEPT) recent.splice(recent.indexOf(alike.reduce((a, b) => (a.place < b.place ? a : b))), 1);
      const at = recent.findIndex(({ cost }) => cost >= node.cost);
      recent.splice(at === -1 ? recent.length : at, 0, node);
    }
  }
  let best: Node | null = null;
  let least = Infinity;
  for (const node of latest.values()) {
    const cost = node.cost + costBetween(inFlight, node.place, points.length, node.offset, least - node.cost);
    if (cost < least) [best, least] = [node, cost];
  }
  return toLevels(best);
}

function cheapest(
  hit: Hit,
  latest: ReadonlyMap<bigint, Node>,
  recent: readonly Node[],
  inFlight: InFlight,
  costOfChange: CostOfChange,
): Node {
  const { place, offset } = hit;
  let best: Node = { ...hit, cost: Infinity, previous: null };
  const same = latest.get(offset);
  const stay = (limit: number) => {
    if (same === undefined) return;
    const cost = same.cost + costBetween(inFlight, same.place, place, offset, limit - same.cost);
    if (cost <= limit) best = { ...hit, cost, previous: same };
  };
  // What probably is cheaper comes first and limits how closely the other is looked at.
  const others = recent.find((node) => node.offset !== offset)?.cost ?? Infinity;
  const isLikely =
    same !== undefined && same.cost + leastBetween(inFlight, same.place, place, offset, others) <= others;
  if (isLikely) stay(Infinity);
  // The cheapest first, so that most others need no look at what is between.
  for (const node of recent) {
    if (node.cost >= best.cost) break;
    if (node.offset === offset) continue;
    const change = node.cost + costOfChange(node, hit);
    const isLater = best.previous === null || node.place > best.previous.place;
    const limit = best.cost - change - (isLater ? 0 : 1);
    const cost = limit < 0 ? Infinity : costOfSplit(inFlight, node, hit, limit);
    if (cost <= limit) best = { ...hit, cost: change + cost, previous: node };
  }
  if (!isLikely) stay(best.cost);
  if (same === undefined) {
    // What was long before is charged alike, whatever the level.
    const first = Math.max(-1, place - LOOKED_BACK);
    const charged = (first + 1) * CHARGED;
    const cost = charged + costBetween(inFlight, first, place, offset, best.cost - charged);
    if (cost <= best.cost) best = { ...hit, cost, previous: null };
  }
  return best;
}

/** What the points between two places cost on a level; something more than `limit` where it is more than that. */
function costBetween(inFlight: InFlight, after: number, before: number, level: bigint, limit: number): number {
  const least = leastBetween(inFlight, after, before, level, limit);
  if (least > limit) return least;
  let cost = 0;
  for (let place = after + 1; place < before && cost <= limit; place++) cost += inFlight.costOf(place, level);
  return cost;
}

/** No more than `costBetween`, without a look at the rows. */
function leastBetween(inFlight: InFlight, after: number, before: number, level: bigint, limit: number): number {
  let least = 0;
  for (let place = after + 1; place < before && least <= limit; place++) least += inFlight.leastCostOf(place, level);
  return least;
}

/** The same where the first of them are on the level of one hit and the rest on that of the other: the cheapest split. */
function costOfSplit(inFlight: InFlight, from: Hit, to: Hit, limit: number): number {
  const least = cheapestSplit(from, to, limit, (place, level) => inFlight.leastCostOf(place, level));
  if (least > limit) return least;
  return cheapestSplit(from, to, limit, (place, level) => inFlight.costOf(place, level));
}

function cheapestSplit(from: Hit, to: Hit, limit: number, costOf: (place: number, level: bigint) => number): number {
  let onFirst = 0;
  let onSecond = 0;
  for (let place = from.place + 1; place < to.place && Math.min(onFirst, onSecond) <= limit; place++) {
    onSecond = Math.min(onFirst, onSecond) + costOf(place, to.offset);
    onFirst += costOf(place, from.offset);
  }
  return Math.min(onFirst, onSecond);
}

function toLevels(last: Node | null): readonly Level[] {
  const levels: { offset: bigint; hits: number[] }[] = [];
  for (let node = last; node !== null; node = node.previous) {
    const level = levels.at(-1);
    if (level?.offset === node.offset) level.hits.push(node.place);
    else levels.push({ offset: node.offset, hits: [node.place] });
  }
  return levels.map(({ offset, hits }) => ({ offset, hits: hits.reverse() })).reverse();
}
