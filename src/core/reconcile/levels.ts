import { EFFORTS, type Effort, type InFlight } from './in-flight.ts';
import type { Point } from './points.ts';

/** A stretch of time in which the balances are the same amount off the rows. */
export interface Level {
  readonly offset: bigint;
  /** Places of the points that are on it exactly, ascending; at least one. */
  readonly hits: readonly number[];
}

/** What a change from one level to another costs: the price of believing in a fault. */
export type CostOfChange = (from: Hit, to: Hit) => number;

/** No change costs less. */
export const LEAST_OF_CHANGE = 30;

export interface Hit {
  readonly place: number;
  /** One of those of `InFlight`. */
  readonly level: number;
}

interface Node extends Hit {
  readonly cost: number;
  /** How often its level was met until it, since the last change. */
  readonly times: number;
  readonly previous: Node | null;
}

/** So many points back a change of level, or the first of all, is looked for. */
const LOOKED_BACK = 40;
const CHARGED = 20;
/** Where there are more levels, the old ones that were met less than three times are forgotten: this bounds the work. */
const MOST_LEVELS = 200;
const REMEMBERED = 3;
/** A level may have been met so many times by coincidence after it was left. */
const KEPT = 3;

/**
 * The cheapest story of all balances: on which level each is, where the level changed for good, and which are only in
 * flight. A shortest path over the points that are on a level exactly, so that neither a few balances that are off nor one
 * that is back by coincidence decide.
 */
export function findLevels(points: readonly Point[], inFlight: InFlight, costOfChange: CostOfChange): readonly Level[] {
  const latest = new Map<number, Node>();
  /** Of the last points, the cheapest first, and the latest of those that cost the same. */
  let recent: Node[] = [];
  const times = new Map<number, number>();
  for (const level of inFlight.levelsAt.flat()) times.set(level, (times.get(level) ?? 0) + 1);
  for (const [place, { isWhole }] of points.entries()) {
    recent = withoutOld(recent, latest, place);
    const here: Node[] = [];
    for (const level of inFlight.levelsAt[place] as readonly number[]) {
      // A moment that is alone with its level is never worth a change, unless it is the newest.
      if (!isWhole && place < points.length - 1 && times.get(level) === 1) continue;
      const node = cheapest({ place, level }, latest, recent, inFlight, costOfChange);
      if (node.cost !== Infinity) here.push(node);
    }
    for (const node of here) {
      latest.set(node.level, node);
      insert(recent, node);
    }
  }
  let best: Node | null = null;
  let least = Infinity;
  // The latest first: hardly any level of long ago is worth a look at all that came since.
  for (const node of [...latest.values()].sort((a, b) => b.place - a.place)) {
    const cost = node.cost + costBetween(inFlight, node.place, points.length, node.level, least - node.cost);
    if (cost < least) [best, least] = [node, cost];
  }
  return toLevels(best, inFlight.offsets);
}

function withoutOld(recent: Node[], latest: Map<number, Node>, place: number): Node[] {
  const isOld = (node: Node) => place - node.place >= LOOKED_BACK;
  if (!recent.some(isOld)) return recent;
  const forgotten = latest.size > MOST_LEVELS ? recent.filter(isOld) : [];
  for (const node of forgotten)
    if (node.times < REMEMBERED && latest.get(node.level) === node) latest.delete(node.level);
  return recent.filter((node) => !isOld(node));
}

function insert(recent: Node[], node: Node): void {
  let alike = 0;
  let oldest: Node = node;
  for (const other of recent) {
    if (other.level !== node.level) continue;
    alike += 1;
    if (other.place < oldest.place) oldest = other;
  }
  if (alike >= KEPT) recent.splice(recent.indexOf(oldest), 1);
  const at = recent.findIndex(({ cost }) => cost >= node.cost);
  recent.splice(at === -1 ? recent.length : at, 0, node);
}

function cheapest(
  hit: Hit,
  latest: ReadonlyMap<number, Node>,
  recent: readonly Node[],
  inFlight: InFlight,
  costOfChange: CostOfChange,
): Node {
  const { place, level } = hit;
  const same = latest.get(level);
  // Most balances are on the level of the one before, and none is cheaper.
  if (same?.place === place - 1 && same.cost <= (recent[0]?.cost ?? Infinity))
    return { place, level, cost: same.cost, previous: same, times: same.times + 1 };
  let best: Node = { ...hit, cost: Infinity, previous: null, times: 1 };
  const stay = (limit: number) => {
    if (same === undefined) return;
    const cost = same.cost + costBetween(inFlight, same.place, place, level, limit - same.cost);
    if (cost <= limit) best = { ...hit, cost, previous: same, times: same.times + 1 };
  };
  // What probably is cheaper comes first and limits how closely the other is looked at.
  const others = recent.find((node) => node.level !== level)?.cost ?? Infinity;
  const isLikely =
    same !== undefined && same.cost + sumBetween(inFlight, same.place, place, level, 'none', others) <= others;
  if (isLikely) stay(Infinity);
  // The cheapest first, so that most others need no look at what is between.
  for (const node of recent) {
    if (node.cost + LEAST_OF_CHANGE > best.cost) break;
    if (node.level === level) continue;
    const change = node.cost + costOfChange(node, hit);
    const isLater = best.previous === null || node.place > best.previous.place;
    const limit = best.cost - change - (isLater ? 0 : 1);
    const cost = limit < 0 ? Infinity : costOfSplit(inFlight, node, hit, limit);
    if (cost <= limit) best = { ...hit, cost: change + cost, previous: node, times: 1 };
  }
  if (!isLikely) stay(best.cost);
  if (same === undefined) {
    // What was long before is charged alike, whatever the level.
    const first = Math.max(-1, place - LOOKED_BACK);
    const charged = (first + 1) * CHARGED;
    const cost = charged + costBetween(inFlight, first, place, level, best.cost - charged);
    if (cost <= best.cost) best = { ...hit, cost, previous: null, times: 1 };
  }
  return best;
}

/** What the points between two places cost on a level; something more than `limit` where it is more than that. */
function costBetween(inFlight: InFlight, after: number, before: number, level: number, limit: number): number {
  return withLeastEffort(limit, (effort) => sumBetween(inFlight, after, before, level, effort, limit));
}

function sumBetween(
  inFlight: InFlight,
  after: number,
  before: number,
  level: number,
  effort: Effort,
  limit: number,
): number {
  let cost = 0;
  for (let place = after + 1; place < before && cost <= limit; place++) cost += inFlight.costOf(place, level, effort);
  return cost;
}

/** The same where the first of them are on the level of one hit and the rest on that of the other: the cheapest split. */
function costOfSplit(inFlight: InFlight, from: Hit, to: Hit, limit: number): number {
  return withLeastEffort(limit, (effort) => {
    let onFirst = 0;
    let onSecond = 0;
    for (let place = from.place + 1; place < to.place && Math.min(onFirst, onSecond) <= limit; place++) {
      onSecond = Math.min(onFirst, onSecond) + inFlight.costOf(place, to.level, effort);
      onFirst += inFlight.costOf(place, from.level, effort);
    }
    return Math.min(onFirst, onSecond);
  });
}

/** Most are too much at first sight. */
function withLeastEffort(limit: number, costWith: (effort: Effort) => number): number {
  if (limit === Infinity) return costWith('all');
  let cost = 0;
  for (const effort of EFFORTS) {
    cost = costWith(effort);
    if (cost > limit) break;
  }
  return cost;
}

function toLevels(last: Node | null, offsets: readonly bigint[]): readonly Level[] {
  const levels: { level: number; hits: number[] }[] = [];
  for (let node = last; node !== null; node = node.previous) {
    const current = levels.at(-1);
    if (current?.level === node.level) current.hits.push(node.place);
    else levels.push({ level: node.level, hits: [node.place] });
  }
  return levels.map(({ level, hits }) => ({ offset: offsets[level] as bigint, hits: hits.reverse() })).reverse();
}
