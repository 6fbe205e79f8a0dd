import { toEpochDay, type CalendarDate } from '../../calendar-date.ts';
import { withoutPaired, type Arrival, type Pair } from '../arrival.ts';
import type { Known } from '../known.ts';
import { pairDay, type TextRules } from './pair-day.ts';

export interface PairingRules extends TextRules {
  /** Days from the known transaction to the arrival that are allowed, the likeliest first. */
  readonly days: readonly number[];
  readonly group: Grouping;
}

/** Only what has the same group may be paired, and nothing whose group is null. */
export interface Grouping {
  readonly ofArrival: (arrival: Arrival) => string | null;
  readonly ofKnown: (known: Known) => string | null;
}

export const SAME_ACCOUNT_AND_CURRENCY: Grouping = {
  ofArrival: ({ transaction }) => `${transaction.currency} ${transaction.account.id}`,
  ofKnown: ({ currency, accountId }) => `${currency} ${accountId}`,
};

/**
 * Pairs arrivals with known transactions of the same amount, each at most once: the nearest day first,
 * then the most alike text. So as many of several identical purchases are recognised as are known,
 * and the others stay. Neither the order of the batch nor that of the sheet decides anything.
 */
export function pairSameAmounts(
  arrivals: readonly Arrival[],
  candidates: readonly Known[],
  rules: PairingRules,
): readonly Pair[] {
  if (arrivals.length === 0 || candidates.length === 0) return [];
  const pairs: Pair[] = [];
  for (const bucket of fillBuckets(arrivals, candidates, rules)) {
    for (const days of rules.days) {
      for (const [day, waiting] of bucket.arrivals) {
        const known = bucket.known.get(day - days);
        if (known === undefined) continue;
        const found = pairDay(waiting, known, rules);
        if (found.length === 0) continue;
        for (const pair of found) pairs.push(pair);
        bucket.arrivals.set(day, withoutPaired(waiting, found));
        bucket.known.set(
          day - days,
          known.filter(({ seen }) => !seen),
        );
      }
    }
  }
  return pairs;
}

/** What has one amount in one group, by day. */
interface Bucket {
  readonly arrivals: Map<number, readonly Arrival[]>;
  readonly known: Map<number, readonly Known[]>;
}

function fillBuckets(
  arrivals: readonly Arrival[],
  candidates: readonly Known[],
  { group: { ofArrival, ofKnown } }: PairingRules,
): readonly Bucket[] {
  const waiting = Map.groupBy(arrivals, (arrival) => bucketKey(arrival.transaction.amount, ofArrival(arrival)));
  // Most of what is known has an amount that nothing in this batch has.
  const amounts = new Set<string | null>(arrivals.map(({ transaction }) => transaction.amount));
  const known = Map.groupBy(
    candidates.filter(({ seen, date, amount }) => !seen && date !== null && amounts.has(amount)),
    (candidate) => bucketKey(candidate.amount, ofKnown(candidate)),
  );
  known.delete(null);
  return [...waiting].flatMap(([key, here]) => {
    const there = known.get(key);
    if (there === undefined) return [];
    return {
      arrivals: Map.groupBy(here, ({ transaction }) => toEpochDay(transaction.date)),
      known: Map.groupBy(there, ({ date }) => toEpochDay(date as CalendarDate)),
    };
  });
}

function bucketKey(amount: string | null, group: string | null): string | null {
  return group === null ? null : `${amount} ${group}`;
}
