import { toUnits } from '../amount.ts';
import { toEpochDay } from '../calendar-date.ts';
import type { Ledger } from './ledger.ts';
import type { StatedBalance } from './reconciliation.ts';

/** The end of a day for which the bank stated what the account held. */
export interface Point {
  /** Epoch day. */
  readonly day: number;
  /** An opening or closing: all of the day is in it. Otherwise it is of a moment of the day. */
  readonly isWhole: boolean;
  /** What the bank stated. More than one where it contradicts itself and does not say which came later. */
  readonly stated: readonly bigint[];
  /**
   * What the bank stated less what the rows sum to: the same at every point, if the rows are right. More than one where the
   * day may be in the balance or not, or the bank contradicts itself.
   */
  readonly offsets: readonly bigint[];
}

/** By day, each once; `available` balances give none. */
export function createPoints(balances: readonly StatedBalance[], ledger: Ledger): readonly Point[] {
  const whole = new Map<number, Set<bigint>>();
  const moments = new Map<number, Set<bigint>>();
  const groups = Map.groupBy(balances, ({ kind, date }) => `${kind} ${date}`);
  for (const group of groups.values()) {
    const { kind, date } = group[0] as StatedBalance;
    if (kind === 'available') continue;
    const day = toEpochDay(date) - (kind === 'opening' ? 1 : 0);
    const target = kind === 'booked' ? moments : whole;
    const stated = target.get(day) ?? new Set();
    for (const { amount } of withoutCorrected(group)) stated.add(toUnits(amount, ledger.scale));
    target.set(day, stated);
  }
  for (const day of whole.keys()) moments.delete(day);
  const points = [
    ...[...whole].map(([day, stated]) => pointOf(day, true, [...stated], [ledger.sumUntil(day)])),
    ...[...moments].map(([day, stated]) =>
      pointOf(day, false, [...stated], [ledger.sumUntil(day), ledger.sumUntil(day - 1)]),
    ),
  ];
  return points.sort((a, b) => a.day - b.day);
}

function pointOf(day: number, isWhole: boolean, stated: readonly bigint[], sums: readonly bigint[]): Point {
  const offsets = new Set(stated.flatMap((amount) => sums.map((sum) => amount - sum)));
  return { day, isWhole, stated, offsets: [...offsets] };
}

/** Of the balances of one kind and day, those that no later one corrects. */
function withoutCorrected(group: readonly StatedBalance[]): readonly StatedBalance[] {
  if (group.length === 1) return group;
  return group.filter((balance) => !group.some((other) => isLater(other, balance)));
}

function isLater(a: StatedBalance, b: StatedBalance): boolean {
  const [learnedA, learnedB] = [a.learnedAt ?? null, b.learnedAt ?? null];
  if (a.at !== null && b.at !== null && a.at !== b.at) return a.at > b.at;
  return learnedA !== null && learnedB !== null && learnedA > learnedB;
}
