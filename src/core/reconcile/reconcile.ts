import { fromUnits, type Amount } from '../amount.ts';
import { fromEpochDay, addDays, type CalendarDate } from '../calendar-date.ts';
import { findCandidates, isExplainedByEdit, type Change } from './candidates.ts';
import { createNoise, createPoints, type NoiseCost, type Point, STRADDLE } from './points.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { findLevels, type Level } from './levels.ts';
import type {
  Difference,
  Differs,
  NotProvable,
  NotProvableReason,
  Proven,
  ProvenDays,
  ReconcileInput,
  Reconciliation,
  Unsettled,
  StatedBalance,
} from './reconciliation.ts';

function ofCurrency({ currency, balances, rows }: ReconcileInput): ReconcileInput {
  return {
    currency,
    balances: balances.filter((balance) => balance.currency === currency),
    rows: rows.filter((row) => row.currency === currency),
  };
}

type Judgment = ReturnType<typeof judge>;

/** Decision 0024 describes the method. */
function judge({ balances, rows }: ReconcileInput, before = '0.00' as Amount) {
  const ledger = createLedger({ balances, rows }, before);
  const points = createPoints(balances, ledger);
  const levels: readonly Level[] = [];
  const nothing = notProvable(balances.length === 0 ? 'no-balance' : 'only-available', null);
  if (points.length === 0) return { found: nothing, points, ledger, levels };
  const noiseCost = createNoise(points, ledger);
  const evidence = { points, ledger, noiseCost };
  const lasting = lastingLevels(findLevels(points, ledger, noiseCost), evidence);
  return { found: conclude(lasting, evidence), points, ledger, levels: lasting };
}

function conclude(levels: readonly Level[], evidence: Evidence): Reconciliation {
  const { points, ledger } = evidence;
  const proven = levels.flatMap((level) => provenDays(level, points));
  const newest = levels.at(-1);
  if (newest === undefined) return notProvable(points.length === 1 ? 'one-balance' : 'no-agreement', null);
  if (levels.length > 1) return differs(levels, proven, evidence);
  const unsettled = unsettledSince(newest, points, ledger);
  const [days] = proven;
  if (days !== undefined) return { status: 'proven', ...days, unsettled };
  return notProvable(points.length === 1 ? 'one-balance' : 'no-agreement', unsettled);
}

function notProvable(reason: NotProvableReason, unsettled: Unsettled | null): NotProvable {
  return { status: 'not-provable', reason, unsettled };
}

function provenDays(level: Level, points: readonly Point[]): ProvenDays[] {
  const { first, last } = pointsOf(level, points);
  return first === last ? [] : [{ from: fromEpochDay(first.day + 1), until: fromEpochDay(last.day) }];
}

function unsettledSince({ offset, hits }: Level, points: readonly Point[], { scale }: Ledger): Unsettled | null {
  const newest = points.at(-1) as Point;
  if (hits.at(-1) === points.length - 1) return null;
  return { date: fromEpochDay(newest.day), by: fromUnits((newest.offsets[0] as bigint) - offset, scale) };
}

function differs(levels: readonly Level[], proven: readonly ProvenDays[], evidence: Evidence): Differs {
  const { points, ledger } = evidence;
  const differences = levels.slice(1).map((level, place): Difference => {
    const before = levels[place] as Level;
    const change = changeBetween(before, level, points);
    return {
      by: fromUnits(change.by, ledger.scale),
      since: fromEpochDay(change.after),
      shownOn: fromEpochDay(change.until),
      candidates: findCandidates(withDoubt(change, before, level, evidence), ledger),
    };
  });
  const total = (levels.at(-1) as Level).offset - (levels[0] as Level).offset;
  const { since } = differences[0] as Difference;
  return { status: 'differs', by: fromUnits(total, ledger.scale), since, proven, differences };
}

/** This many days after an end-of-day balance, the bank has surely booked all rows of that day. */
const SETTLED_AFTER = 5;
/** Intraday balances must agree on a level for this many days: most card holds, which no source reports, end sooner. */
const MOMENTS_FOR = 10;

/** A change is extended over more balances up to this total cost, such as five balances that nearby rows explain by chance. */
const DOUBT = 45;

interface Evidence {
  readonly points: readonly Point[];
  readonly ledger: Ledger;
  readonly noiseCost: NoiseCost;
}

/** Returns the levels that are not noise, oldest first. Each change from one to the next is a fault in the rows. */
function lastingLevels(levels: readonly Level[], evidence: Evidence): readonly Level[] {
  const lasting: Level[] = [];
  for (const level of withoutInterruptions(levels, evidence)) {
    if (isOneEdit(lasting, level, evidence)) lasting.pop();
    const before = lasting.at(-1);
    if (before === undefined) {
      lasting.push(level);
      continue;
    }
    const isFirstSure = lasting.length > 1 || (!isThin(before, evidence) && isSettled(before, evidence));
    if (isExplainedByEdit(changeBetween(before, level, evidence.points), evidence.ledger)) lasting.push(level);
    else if (!isThin(level, evidence) && isSettled(level, evidence) && !stillOccurs(before, level, evidence)) {
      if (!isFirstSure) lasting.pop();
      lasting.push(level);
    }
  }
  return withReturns(lasting);
}

/** True if a single edit or deletion explains the sum of the last two changes, but neither change alone: the level between was noise. */
function isOneEdit(lasting: readonly Level[], level: Level, { points, ledger }: Evidence): boolean {
  const [first, between] = [lasting.at(-2), lasting.at(-1)];
  if (first === undefined || between === undefined) return false;
  const isExplained = (from: Level, to: Level) => isExplainedByEdit(changeBetween(from, to, points), ledger);
  return isExplained(first, level) && !isExplained(first, between) && !isExplained(between, level);
}

function changeBetween(before: Level, level: Level, points: readonly Point[]): Change {
  const [good, bad] = [pointsOf(before, points).last, pointsOf(level, points).first];
  return { by: level.offset - before.offset, after: good.day, until: bad.day };
}

/** Extends a change to all days on which it may have happened, because unbooked rows can shift the day on which balances show it. */
function withDoubt(change: Change, before: Level, level: Level, { points, noiseCost }: Evidence): Change {
  const [old, changed] = [before.offset, level.offset];
  const extraCost = (place: number, one: bigint, other: bigint) => noiseCost(place, one) - noiseCost(place, other);
  let last = level.hits[0] as number;
  for (let doubt = 0; last < points.length - 1; last++) {
    doubt += extraCost(last, old, changed);
    if (doubt > DOUBT) break;
  }
  let first = before.hits.at(-1) as number;
  for (let doubt = 0; first > 0; first--) {
    doubt += extraCost(first, changed, old);
    if (doubt > DOUBT) break;
  }
  const { day, isWhole } = points[first] as Point;
  // After an intraday balance, the bank may book more on the same day, so the change may be on that day.
  return { by: change.by, after: isWhole ? day : day - 1, until: (points[last] as Point).day };
}

function pointsOf({ hits }: Level, points: readonly Point[]): { readonly first: Point; readonly last: Point } {
  return { first: points[hits[0] as number] as Point, last: points[hits.at(-1) as number] as Point };
}

/** Drops a level that unbooked rows may explain, if the previous level follows again. */
function withoutInterruptions(levels: readonly Level[], evidence: Evidence): readonly Level[] {
  const result: Level[] = [];
  for (const level of levels) {
    const [before, between] = [result.at(-2), result.at(-1)];
    const isBack = before?.offset === level.offset && between !== undefined && !isSettled(between, evidence);
    if (isBack) result.splice(-2, 2, joined(before, level));
    else result.push(level);
  }
  return result;
}

/** Joins the parts of a level that returns: the rows add up from its first balance to its last, whatever happened in between. */
function withReturns(levels: readonly Level[]): readonly Level[] {
  const result: Level[] = [];
  for (const level of levels) {
    const earlier = result.findIndex(({ offset }) => offset === level.offset);
    if (earlier === -1) result.push(level);
    else result.splice(earlier, result.length - earlier, joined(result[earlier] as Level, level));
  }
  return result;
}

function joined(a: Level, b: Level): Level {
  return { offset: a.offset, hits: [...a.hits, ...b.hits] };
}

/** True if rows that are not booked yet cannot explain the level. */
function isSettled(level: Level, { points, ledger }: Evidence): boolean {
  const newest = Math.max((points.at(-1) as Point).day, ledger.newest ?? -Infinity);
  const isWhole = level.hits
    .map((place) => points[place] as Point)
    .some((point) => point.isWhole && newest - point.day >= SETTLED_AFTER);
  return isWhole || (level.hits.length > 2 && spanOf(level, points) >= MOMENTS_FOR);
}

function stillOccurs(before: Level, level: Level, { points }: Evidence): boolean {
  const since = points.slice(level.hits[0]);
  const count = (one: Level, other: Level) =>
    since.filter(({ offsets }) => offsets.includes(one.offset) && !offsets.includes(other.offset)).length;
  return count(before, level) * 4 > count(level, before);
}

function spanOf(level: Level, points: readonly Point[]): number {
  const { first, last } = pointsOf(level, points);
  return last.day - first.day;
}

/** True if all balances of this level are within so few days that the same unbooked rows may explain them all. */
function isThin(level: Level, { points }: Evidence): boolean {
  return spanOf(level, points) <= STRADDLE;
}

/** A day long ago on which a stated balance matched the rows. A later reconciliation can start there. */
export interface Checkpoint {
  readonly from: CalendarDate;
  readonly until: CalendarDate;
  /** The balance of `until` minus the sum of the rows. */
  readonly offset: Amount;
  readonly sum: Amount;
}

/** A checkpoint is at least this many balances and days old, because only later balances reveal a fault. */
const OPEN = { balances: 40, days: 60 };
/** Rows dated up to this many days before a balance, pending or not, may be missing from it. */
const OVERLAP = 31;

export function reconcileWhole(input: ReconcileInput): {
  readonly found: Reconciliation;
  readonly checkpoint: Checkpoint | null;
} {
  const judgment = judge(ofCurrency(input));
  return { found: judgment.found, checkpoint: checkpointOf(judgment) };
}

export function recentSince(balances: readonly StatedBalance[], checkpoint: Checkpoint | null): CalendarDate | null {
  if (checkpoint !== null) return addDays(checkpoint.until, -OVERLAP);
  const days = balances.map(({ kind, date }) => (kind === 'opening' ? addDays(date, -1) : date)).sort();
  return days[0] === undefined ? null : addDays(days[0], -OVERLAP);
}

/** Null if `reconcileWhole` must decide or set a newer checkpoint. Call only if nothing before `checkpoint.until` has changed. */
export function reconcileRecent(input: ReconcileInput, checkpoint: Checkpoint | null): Proven | NotProvable | null {
  const own = ofCurrency(input);
  const judgment = checkpoint === null ? judge(own) : judgeSince(own, checkpoint);
  if (judgment === null || judgment.found.status === 'differs') return null;
  const newer = checkpointOf(judgment);
  const isNewer = newer !== null && (checkpoint === null || newer.until >= addDays(checkpoint.until, OPEN.days));
  return isNewer ? null : judgment.found;
}

function judgeSince(own: ReconcileInput, { until, sum, offset, from }: Checkpoint) {
  const firstDay = addDays(until, -OVERLAP);
  const rows = own.rows.filter(({ sent, date }) => (sent?.date ?? date ?? '') >= firstDay);
  const balances = own.balances.filter(({ kind, date }) => date >= (kind === 'opening' ? addDays(until, 1) : until));
  const judgment = judge({ ...own, rows, balances }, sum);
  const { found, levels, ledger } = judgment;
  const [level] = levels;
  if (found.status !== 'proven' || level === undefined || fromUnits(level.offset, ledger.scale) !== offset) return null;
  return { ...judgment, found: { ...found, from } };
}

function checkpointOf({ found, levels, points, ledger }: Judgment): Checkpoint | null {
  const [level] = levels;
  const newest = points.at(-1);
  if (found.status !== 'proven' || level === undefined || newest === undefined) return null;
  const settled = level.hits.findLast(
    (index) => points.length - index > OPEN.balances && newest.day - (points[index]?.day ?? 0) >= OPEN.days,
  );
  const day = settled === undefined ? undefined : points[settled]?.day;
  if (day === undefined) return null;
  return {
    from: found.from,
    until: fromEpochDay(day),
    offset: fromUnits(level.offset, ledger.scale),
    sum: fromUnits(ledger.sumUntil(day - OVERLAP - 1), ledger.scale),
  };
}
