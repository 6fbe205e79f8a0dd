import { toUnits } from '../amount.ts';
import { toEpochDay } from '../calendar-date.ts';
import { type Ledger, lowerBound, type Entry } from './ledger.ts';
import type { StatedBalance } from './reconciliation.ts';

export type Point = ReturnType<typeof pointOf>;

export function createPoints(balances: readonly StatedBalance[], ledger: Ledger): readonly Point[] {
  const stated = groupsOf(balances).flatMap(withoutCorrected);
  const days = Map.groupBy(stated, ({ kind, date }) => toEpochDay(date) - (kind === 'opening' ? 1 : 0));
  return [...days]
    .sort(([a], [b]) => a - b)
    .map(([on, all]) => {
      const whole = all.filter(({ kind }) => kind !== 'booked');
      const isWhole = whole.length > 0;
      const amounts = new Set((isWhole ? whole : all).map(({ amount }) => toUnits(amount, ledger.scale)));
      const sums = isWhole ? [ledger.sumUntil(on)] : [ledger.sumUntil(on), ledger.sumUntil(on - 1)];
      return pointOf(on, isWhole, [...amounts], sums);
    });
}

function groupsOf(balances: readonly StatedBalance[]): StatedBalance[][] {
  return ['opening', 'closing', 'booked'].flatMap((kind) => {
    const ofKind = balances.filter((balance) => balance.kind === kind);
    return [...Map.groupBy(ofKind, ({ date }) => date).values()];
  });
}

function pointOf(day: number, isWhole: boolean, stated: readonly bigint[], sums: readonly bigint[]) {
  // If the rows are correct, all days have the same offset. An intraday balance has two: with the rows of its day, then without.
  const offsets: bigint[] = [];
  for (const sum of sums) for (const amount of stated) if (!offsets.includes(amount - sum)) offsets.push(amount - sum);
  return { day, isWhole, stated, offsets };
}

function withoutCorrected(group: readonly StatedBalance[]): readonly StatedBalance[] {
  if (group.length === 1) return group;
  return group.filter((balance) => !group.some((other) => isLater(other, balance)));
}

function isLater(a: StatedBalance, b: StatedBalance): boolean {
  const [learnedA, learnedB] = [a.learnedAt ?? null, b.learnedAt ?? null];
  if (a.at !== null && b.at !== null && a.at !== b.at) return a.at > b.at;
  return learnedA !== null && learnedB !== null && learnedA > learnedB;
}

/** The maximum number of days between the date of a row and its booking. */
export const STRADDLE = 5;
/** A balance may include pending rows that are up to this many days old. */
const PENDING_FOR = 14;
/** If more rows than this are near a balance, some of them may add up to any difference by chance. */
const CROWD = 8;

/** The cost of a balance that differs although the rows are correct: the less likely, the higher. */
const COST = {
  /** One or two rows near the balance explain the difference. */
  explained: 9,
  crowded: 20,
  /** An intraday balance may include transactions that no source reports. */
  moment: 40,
  /** An end-of-day balance differs, and no nearby rows explain the difference. */
  whole: 130,
};

export type NoiseCost = (index: number, level: bigint) => number;

/** The cost is low if noise, such as pending rows or rows booked around midnight, probably explains the difference. */
export function createNoise(points: readonly Point[], ledger: Ledger): NoiseCost {
  const nearest: (ReturnType<typeof nearOf> | undefined)[] = [];
  return (index, level) => {
    const { offsets, isWhole, stated } = points[index] as Point;
    if (offsets.includes(level)) return 0;
    const near = (nearest[index] ??= nearOf(points[index] as Point, ledger));
    // An intraday balance has a second offset, which excludes the rows of its day. Skip it, because `near` includes those rows.
    for (const offset of offsets.slice(0, stated.length)) {
      const rest = offset - level;
      if (near.effects.has(rest)) return COST.explained;
      if (near.isCrowded && rest >= near.least && rest <= near.most) return COST.crowded;
    }
    return isWhole ? COST.whole : COST.moment;
  };
}

function nearOf({ day }: Point, { counted, pending }: Ledger) {
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

export function between(entries: readonly Entry[], from: number, until: number): readonly Entry[] {
  return entries.slice(lowerBound(entries, from), lowerBound(entries, until + 1));
}
