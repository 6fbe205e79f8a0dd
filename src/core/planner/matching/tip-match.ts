import { toEpochDay } from '../../calendar-date.ts';
import { compareArrivals, compareTexts, meetInOrder, type Arrival, type Pair } from '../arrival.ts';
import { POSTS_EARLIER_DAYS, POSTS_LATER_DAYS, amountChange, nearestFirst } from './closeness.ts';
import { SIMILAR, STRONGLY_SIMILAR } from './description-similarity.ts';
import type { Known } from '../known.ts';
import type { Planning } from '../planning.ts';
import { isShown, missingPending } from './posted-match.ts';

/**
 * Rule 3 for changed amounts: a tip, or less than authorised. Requires a similar text, and a very similar one if the amount shrank.
 * Comes after exact amounts in other sources, because a statement may already show the final amount.
 */
export function matchTipped(arrivals: readonly Arrival[], planning: Planning): readonly Pair[] {
  const vanished = missingPending(planning);
  const posted = arrivals.filter(({ transaction }) => transaction.status === 'posted');
  if (vanished.length === 0 || posted.length === 0) return [];
  const byDay = Map.groupBy(posted.toSorted(compareArrivals), dayOfArrival);
  return meetInOrder(vanished.flatMap((known) => edgesOf(known, byDay, planning)).sort(likeliestFirst));
}

interface Edge extends Pair {
  readonly shown: boolean;
  readonly smaller: boolean;
  readonly days: number;
  readonly score: number;
}

function likeliestFirst(a: Edge, b: Edge): number {
  return (
    Number(b.shown) - Number(a.shown) ||
    Number(a.smaller) - Number(b.smaller) ||
    a.days - b.days ||
    b.score - a.score ||
    compareTexts(a.known.transactionId, b.known.transactionId) ||
    compareArrivals(a.arrival, b.arrival)
  );
}

const DAYS = nearestFirst(POSTS_EARLIER_DAYS, POSTS_LATER_DAYS);

/** The maximum number of texts compared with a pending one, nearest days first. */
const COMPARED = 100;

function edgesOf(
  known: Known,
  byDay: ReadonlyMap<string, readonly Arrival[]>,
  { similarity }: Planning,
): readonly Edge[] {
  const { accountId, date, amount, description } = known;
  if (date === null || amount === null) return [];
  const near = DAYS.flatMap((days) =>
    (byDay.get(dayKey(accountId, toEpochDay(date) + days)) ?? []).map((arrival) => ({ arrival, days: Math.abs(days) })),
  );
  return near.slice(0, COMPARED).flatMap(({ arrival, days }) => {
    const { transaction } = arrival;
    const change = amountChange(amount, transaction.amount);
    if (change === null || transaction.currency !== known.currency) return [];
    const score = similarity(description, transaction.description);
    const isSmaller = change === 'smaller';
    if (score < (isSmaller ? STRONGLY_SIMILAR : SIMILAR)) return [];
    return { arrival, known, shown: isShown(known), smaller: isSmaller, days, score };
  });
}

function dayOfArrival({ transaction: { account, date } }: Arrival): string {
  return dayKey(account.id, toEpochDay(date));
}

function dayKey(accountId: string, day: number): string {
  return `${day} ${accountId}`;
}
