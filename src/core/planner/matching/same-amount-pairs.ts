import { toEpochDay, type CalendarDate } from '../../calendar-date.ts';
import {
  withoutPaired,
  type Arrival,
  type Pair,
  compareArrivals,
  compareTexts,
  meet,
  meetInOrder,
} from '../arrival.ts';
import type { Known } from '../known.ts';
import type { Similarity } from './closeness.ts';
import { normalizeDescription } from '../identity.ts';

export interface PairingRules extends TextRules {
  /** Allowed days from the known transaction to the arrival, most likely first. */
  readonly days: readonly number[];
  readonly group: Grouping;
}

/** Only transactions of the same group are paired. Null excludes a transaction from pairing. */
export interface Grouping {
  readonly ofArrival: (arrival: Arrival) => string | null;
  readonly ofKnown: (known: Known) => string | null;
}

export const SAME_ACCOUNT_AND_CURRENCY: Grouping = {
  ofArrival: ({ transaction }) => `${transaction.currency} ${transaction.account.id}`,
  ofKnown: ({ currency, accountId }) => `${currency} ${accountId}`,
};

/** Uses each transaction once: nearest days first, then the most similar texts. The order of batch and sheet has no effect. */
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
        const sameDay = bucket.known.get(day - days);
        if (sameDay === undefined) continue;
        const found = pairDay(waiting, sameDay, rules);
        if (found.length === 0) continue;
        for (const pair of found) pairs.push(pair);
        bucket.arrivals.set(day, withoutPaired(waiting, found));
        bucket.known.set(
          day - days,
          sameDay.filter(({ seen }) => !seen),
        );
      }
    }
  }
  return pairs;
}

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
  // Skips known transactions whose amount does not occur in this batch, which are most of them.
  const amounts = new Set<string | null>(arrivals.map(({ transaction }) => transaction.amount));
  const buckets = Map.groupBy(
    candidates.filter(({ seen, date, amount }) => !seen && date !== null && amounts.has(amount)),
    (candidate) => bucketKey(candidate.amount, ofKnown(candidate)),
  );
  buckets.delete(null);
  return [...waiting].flatMap(([key, here]) => {
    const there = buckets.get(key);
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

interface TextRules {
  readonly leastSimilarity: number;
  readonly similarity: Similarity;
}

function pairDay(arrivals: readonly Arrival[], known: readonly Known[], rules: TextRules): readonly Pair[] {
  if (arrivals.length === 0 || known.length === 0) return [];
  const waiting = arrivals.toSorted(compareArrivals);
  const candidates = known.toSorted((a, b) => compareTexts(a.transactionId, b.transactionId));
  const equal = pairEqualTexts(waiting, candidates);
  if (rules.leastSimilarity >= 1) return equal;
  const similar = pairSimilarTexts(withoutPaired(waiting, equal), unseen(candidates), rules);
  const pairs = [...equal, ...similar];
  if (rules.leastSimilarity > 0) return pairs;
  return [...pairs, ...pairInOrder(withoutPaired(waiting, pairs), unseen(candidates))];
}

function pairEqualTexts(arrivals: readonly Arrival[], known: readonly Known[]): Pair[] {
  const byText = Map.groupBy(known.toReversed(), ({ description }) => normalizeDescription(description));
  return arrivals.flatMap((arrival) => {
    const match = byText.get(normalizeDescription(arrival.transaction.description))?.pop();
    return match === undefined ? [] : [meet(arrival, match)];
  });
}

/** Compares at most this many transactions of the same day and amount with each other. */
const COMPARED = 60;

function pairSimilarTexts(
  arrivals: readonly Arrival[],
  known: readonly Known[],
  { leastSimilarity, similarity }: TextRules,
): readonly Pair[] {
  const edges = arrivals.slice(0, COMPARED).flatMap((arrival) =>
    known.slice(0, COMPARED).map((candidate) => ({
      arrival,
      known: candidate,
      score: similarity(arrival.transaction.description, candidate.description),
    })),
  );
  return meetInOrder(edges.filter(({ score }) => score >= leastSimilarity).sort((a, b) => b.score - a.score));
}

function pairInOrder(arrivals: readonly Arrival[], known: readonly Known[]): Pair[] {
  return arrivals.slice(0, known.length).map((arrival, place) => meet(arrival, known[place] as Known));
}

function unseen(known: readonly Known[]): readonly Known[] {
  return known.filter(({ seen }) => !seen);
}
