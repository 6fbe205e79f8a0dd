import { isExplainedByEdit, type Change } from './candidates.ts';
import { STRADDLE, type InFlight } from './in-flight.ts';
import type { Ledger } from './ledger.ts';
import type { Level } from './levels.ts';
import type { Point } from './points.ts';

/** So many days later something must be known before a balance of a whole day that no row explains is a fault. */
const SETTLED_AFTER = 5;
/** So many days balances of moments must agree on a level before it is one: a hold that nobody tells of is gone by then. */
const MOMENTS_FOR = 10;

/** So much dearer a story may be that dates a change earlier or later, and still be likely: up to five rows by chance. */
const DOUBT = 45;

/** What there is to judge by. */
export interface Evidence {
  readonly points: readonly Point[];
  readonly ledger: Ledger;
  readonly inFlight: InFlight;
}

/** The levels that are there for good, oldest first: between two that follow one another is a fault. */
export function lastingLevels(levels: readonly Level[], evidence: Evidence): readonly Level[] {
  const lasting: Level[] = [];
  for (const level of withoutInterruptions(levels, evidence)) {
    if (isOneEdit(lasting, level, evidence)) lasting.pop();
    const before = lasting.at(-1);
    if (before === undefined) {
      lasting.push(level);
      continue;
    }
    const isFirstSure = lasting.length > 1 || isSettled(before, evidence);
    if (isExplainedByEdit(changeBetween(before, level, evidence.points), evidence.ledger)) lasting.push(level);
    else if (isSettled(level, evidence) && !isAlive(before, level, evidence)) {
      if (!isFirstSure || isInFlight(before, level, evidence)) lasting.pop();
      lasting.push(level);
    }
  }
  return withReturns(lasting);
}

/** Whether one edit or deletion explains the last two changes together, and none explains one of them: what was between was noise. */
function isOneEdit(lasting: readonly Level[], level: Level, { points, ledger }: Evidence): boolean {
  const [first, between] = [lasting.at(-2), lasting.at(-1)];
  if (first === undefined || between === undefined) return false;
  const isExplained = (from: Level, to: Level) => isExplainedByEdit(changeBetween(from, to, points), ledger);
  return isExplained(first, level) && !isExplained(first, between) && !isExplained(between, level);
}

export function changeBetween(before: Level, level: Level, points: readonly Point[]): Change {
  const [good, bad] = [pointsOf(before, points).last, pointsOf(level, points).first];
  return { by: level.offset - before.offset, after: good.day, until: bad.day };
}

/**
 * The same over all the days in which it may have happened: rows that straddle a boundary by chance let it show too early
 * or too late.
 */
export function withDoubt(change: Change, before: Level, level: Level, { points, inFlight }: Evidence): Change {
  const [old, changed] = [inFlight.offsets.indexOf(before.offset), inFlight.offsets.indexOf(level.offset)];
  const dearer = (place: number, one: number, other: number) =>
    inFlight.costOf(place, one, 'all') - inFlight.costOf(place, other, 'all');
  let last = level.hits[0] as number;
  for (let doubt = 0; last < points.length - 1; last++) {
    doubt += dearer(last, old, changed);
    if (doubt > DOUBT) break;
  }
  let first = before.hits.at(-1) as number;
  for (let doubt = 0; first > 0; first--) {
    doubt += dearer(first, changed, old);
    if (doubt > DOUBT) break;
  }
  const { day, isWhole } = points[first] as Point;
  // After a balance of a moment, more may have happened on its day.
  return { by: change.by, after: isWhole ? day : day - 1, until: (points[last] as Point).day };
}

function pointsOf({ hits }: Level, points: readonly Point[]): { readonly first: Point; readonly last: Point } {
  return { first: points[hits[0] as number] as Point, last: points[hits.at(-1) as number] as Point };
}

/** Where a level that is not settled stands between two that are the same, it is none. */
function withoutInterruptions(levels: readonly Level[], evidence: Evidence): readonly Level[] {
  const kept: Level[] = [];
  for (const level of levels) {
    const [before, between] = [kept.at(-2), kept.at(-1)];
    const isBack = before?.offset === level.offset && between !== undefined && !isSettled(between, evidence);
    if (isBack) kept.splice(-2, 2, joined(before, level));
    else kept.push(level);
  }
  return kept;
}

/** Where a level comes back, the rows sum to the difference from its first balance to its last, whatever was between. */
function withReturns(levels: readonly Level[]): readonly Level[] {
  const kept: Level[] = [];
  for (const level of levels) {
    const earlier = kept.findIndex(({ offset }) => offset === level.offset);
    if (earlier === -1) kept.push(level);
    else kept.splice(earlier, kept.length - earlier, joined(kept[earlier] as Level, level));
  }
  return kept;
}

function joined(a: Level, b: Level): Level {
  return { offset: a.offset, hits: [...a.hits, ...b.hits] };
}

/** Whether it is more than what may be in flight. */
function isSettled(level: Level, { points, ledger }: Evidence): boolean {
  const newest = Math.max((points.at(-1) as Point).day, ledger.newest ?? -Infinity);
  const isWhole = level.hits
    .map((place) => points[place] as Point)
    .some((point) => point.isWhole && newest - point.day >= SETTLED_AFTER);
  return isWhole || (level.hits.length > 2 && spanOf(level, points) >= MOMENTS_FOR);
}

/** Whether the level before is met again too often for the new one to have replaced it. */
function isAlive(before: Level, level: Level, { points }: Evidence): boolean {
  const since = points.slice(level.hits[0]);
  const count = (one: Level, other: Level) =>
    since.filter(({ offsets }) => offsets.includes(one.offset) && !offsets.includes(other.offset)).length;
  return count(before, level) * 4 > count(level, before);
}

function spanOf(level: Level, points: readonly Point[]): number {
  const { first, last } = pointsOf(level, points);
  return last.day - first.day;
}

/** Whether each level may be off for what was in flight at its own few balances, so that neither is the true one. */
function isInFlight(before: Level, level: Level, { points, inFlight }: Evidence): boolean {
  const isThin = [before, level].every((one) => spanOf(one, points) <= STRADDLE);
  const by = level.offset - before.offset;
  return isThin && inFlight.explainsBoth(before.hits.at(-1) as number, level.hits[0] as number, by);
}
