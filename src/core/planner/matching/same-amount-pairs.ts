import { toEpochDay, type CalendarDate } from '../../calendar-date.ts';
import { withoutPaired, type Arrival, type Matched, type Pair } from '../arrival.ts';
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
): Matched {
  if (arrivals.length === 0 || candidates.length === 0) return { pairs: [], rest: arrivals };
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
  return { pairs, rest: withoutPaired(arrivals, pairs) };
}

/** What has one amount in one group, by day. */
interface Bucket {
  readonly arrivals: Map<number, readonly Arrival[]>;
  readonly known: Map<number, readonly Known[]>;
}

function fillBuckets(
  arrivals: readonly Arrival[],
  candidates: readonly Known[],
  rules: PairingRules,
): Iterable<Bucket> {
  const buckets = new Map<string, { arrivals: Map<number, Arrival[]>; known: Map<number, Known[]> }>();
  for (const arrival of arrivals) {
    const { amount, date } = arrival.transaction;
    const group = rules.group.ofArrival(arrival);
    if (group === null) continue;
    const key = bucketKey(amount, group);
    let bucket = buckets.get(key);
    if (bucket === undefined) buckets.set(key, (bucket = { arrivals: new Map(), known: new Map() }));
    pushDay(bucket.arrivals, date, arrival);
  }
  // Most of what is known has an amount that nothing in this batch has.
  for (const known of candidates) {
    const group = rules.group.ofKnown(known);
    if (group === null || known.date === null || known.amount === null || known.seen) continue;
    const bucket = buckets.get(bucketKey(known.amount, group));
    if (bucket !== undefined) pushDay(bucket.known, known.date, known);
  }
  return buckets.values();
}

function bucketKey(amount: string, group: string): string {
  return `${amount} ${group}`;
}

function pushDay<T>(days: Map<number, T[]>, date: CalendarDate, item: T): void {
  const day = toEpochDay(date);
  const list = days.get(day);
  if (list === undefined) days.set(day, [item]);
  else list.push(item);
}
