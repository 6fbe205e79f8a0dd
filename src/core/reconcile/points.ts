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
   * day may be in the balance or not, or the bank contradicts itself; first those with all of the day.
   */
  readonly offsets: readonly bigint[];
}

/** By day, each once; `available` balances give none. */
export function createPoints(balances: readonly StatedBalance[], ledger: Ledger): readonly Point[] {
  const days = new Map<number, Stated>();
  for (const group of groupsOf(balances)) {
    const { kind, date } = group[0] as StatedBalance;
    const on = toEpochDay(date) - (kind === 'opening' ? 1 : 0);
    let stated = days.get(on);
    if (stated === undefined) days.set(on, (stated = { on, whole: [], moments: [] }));
    const amounts = kind === 'booked' ? stated.moments : stated.whole;
    for (const { amount } of withoutCorrected(group)) {
      const units = toUnits(amount, ledger.scale);
      if (!amounts.includes(units)) amounts.push(units);
    }
  }
  return [...days.values()]
    .sort((a, b) => a.on - b.on)
    .map(({ on, whole, moments }) =>
      whole.length > 0
        ? pointOf(on, true, whole, [ledger.sumUntil(on)])
        : pointOf(on, false, moments, [ledger.sumUntil(on), ledger.sumUntil(on - 1)]),
    );
}

/** What was stated for the end of a day. */
interface Stated {
  readonly on: number;
  readonly whole: bigint[];
  readonly moments: bigint[];
}

/** Those of one kind and day together. */
function groupsOf(balances: readonly StatedBalance[]): StatedBalance[][] {
  const groups: Record<StatedBalance['kind'], Map<string, StatedBalance[]>> = {
    opening: new Map(),
    closing: new Map(),
    booked: new Map(),
    available: new Map(),
  };
  for (const balance of balances) {
    const group = groups[balance.kind].get(balance.date);
    if (group === undefined) groups[balance.kind].set(balance.date, [balance]);
    else group.push(balance);
  }
  return [...groups.opening.values(), ...groups.closing.values(), ...groups.booked.values()];
}

function pointOf(day: number, isWhole: boolean, stated: readonly bigint[], sums: readonly bigint[]): Point {
  const offsets: bigint[] = [];
  for (const sum of sums) for (const amount of stated) if (!offsets.includes(amount - sum)) offsets.push(amount - sum);
  return { day, isWhole, stated, offsets };
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
