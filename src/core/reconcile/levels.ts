import { isExplainedByEdit } from './candidates.ts';
import type { Ledger } from './ledger.ts';
import { type NoiseCost, type Point, STRADDLE } from './points.ts';

/** Points (stated balances) that all differ by the same `offset` from the sum of the rows. `hits`: the indexes of the points. */
export interface Level {
  readonly offset: bigint;
  readonly hits: readonly number[];
}

/** The cost of a change of level, on the scale of `NoiseCost`: the less likely the cause in the rows, the higher. */
const CHANGE = {
  /** A row that the user deleted or edited explains the change. */
  edit: 30,
  /** Two rows of the same amount within a few days explain the change, and it is the only such pair. */
  doubled: 60,
  other: 120,
};

/** The cost of the points before the first level: the noise of the latest `compared` points, and `older` for each older point. */
const BEFORE_FIRST = { compared: 40, older: 20 };

interface State {
  readonly offset: bigint;
  cost: number;
  hit: Hit;
}

interface Hit {
  readonly index: number;
  readonly offset: bigint;
  readonly previous: Hit | null;
}

/** Finds the levels with the lowest total cost of noise and changes. Drops states that cost more than the best state plus a change. */
export function findLevels(points: readonly Point[], ledger: Ledger, noiseCost: NoiseCost): readonly Level[] {
  const pairs = lonePairs(ledger);
  let states: State[] = [];

  function changeCost(from: Hit, index: number, offset: bigint): number {
    const [good, bad] = [points[from.index] as Point, points[index] as Point];
    const change = { by: offset - from.offset, after: good.day, until: bad.day };
    if (isExplainedByEdit(change, ledger)) return CHANGE.edit;
    const pair = pairs.get(-change.by) ?? null;
    const isNear = pair !== null && pair.last > change.after - STRADDLE && pair.first <= change.until + STRADDLE;
    return isNear ? CHANGE.doubled : CHANGE.other;
  }

  function enter(index: number, offset: bigint): State {
    let best: State | null = null;
    for (const { cost, hit } of states) {
      const total = cost + (hit.offset === offset ? 0 : changeCost(hit, index, offset));
      if (best === null || total <= best.cost) best = { offset, cost: total, hit: { index, offset, previous: hit } };
    }
    const first = costOfFirst(index, offset, best?.cost ?? Infinity);
    return best !== null && best.cost <= first ? best : { offset, cost: first, hit: { index, offset, previous: null } };
  }

  function costOfFirst(index: number, offset: bigint, limit: number): number {
    const from = Math.max(0, index - BEFORE_FIRST.compared);
    let cost = from * BEFORE_FIRST.older;
    for (let before = from; before < index && cost <= limit; before += 1) cost += noiseCost(before, offset);
    return cost;
  }

  for (const [index, { offsets }] of points.entries()) {
    const entered = offsets.map((offset) => enter(index, offset));
    for (const state of states) state.cost += noiseCost(index, state.offset);
    states = [...states.filter(({ offset }) => !offsets.includes(offset)), ...entered];
    const least = Math.min(...states.map(({ cost }) => cost));
    states = states.filter(({ cost }) => cost <= least + CHANGE.other);
  }
  const last = states.reduce(
    (best: State | null, state) => (best === null || state.cost <= best.cost ? state : best),
    null,
  );
  return toLevels(last?.hit ?? null);
}

function toLevels(last: Hit | null): readonly Level[] {
  const levels: { offset: bigint; hits: number[] }[] = [];
  for (let hit = last; hit !== null; hit = hit.previous) {
    const current = levels.at(-1);
    if (current?.offset === hit.offset) current.hits.push(hit.index);
    else levels.push({ offset: hit.offset, hits: [hit.index] });
  }
  return levels.map(({ offset, hits }) => ({ offset, hits: hits.reverse() })).reverse();
}

/** Maps an amount to its two rows within a few days; to null if it has several such pairs, which then suggest no duplicate. */
function lonePairs({ counted }: Ledger) {
  const latest = new Map<bigint, number>();
  const pairs = new Map<bigint, { readonly first: number; readonly last: number } | null>();
  for (const { amount, day } of counted) {
    const first = latest.get(amount);
    latest.set(amount, day);
    if (first !== undefined && day - first <= STRADDLE)
      pairs.set(amount, pairs.has(amount) ? null : { first, last: day });
  }
  return pairs;
}
