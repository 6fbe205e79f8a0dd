import { toEpochDay } from '../../calendar-date.ts';
import { compareArrivals, compareTexts, meet, type Arrival, type Pair } from '../arrival.ts';
import { POSTS_EARLIER_DAYS, POSTS_LATER_DAYS, amountChange, nearestFirst } from './closeness.ts';
import { SIMILAR, STRONGLY_SIMILAR } from './description-similarity.ts';
import type { Known } from '../known.ts';
import type { Planning } from '../planning.ts';
import { isShown, missingPending } from './posted-match.ts';

/**
 * Rule 3 for changed amounts: a tip was added, or less was taken than authorised. The text must say
 * so too, strongly where the amount shrank. It comes after the search for exact amounts elsewhere: where
 * a statement already shows the final amount, that row is it, and the pending one has left the feed.
 */
export function matchTipped(arrivals: readonly Arrival[], planning: Planning): readonly Pair[] {
  const vanished = missingPending(planning);
  const posted = arrivals.filter(({ transaction }) => transaction.status === 'posted');
  if (vanished.length === 0 || posted.length === 0) return [];
  const edges = findEdges(vanished, Map.groupBy(posted.toSorted(compareArrivals), dayOfArrival), planning).sort(
    likeliestFirst,
  );
  const paired = new Set<Arrival>();
  return edges.flatMap(({ arrival, known }) => {
    if (known.seen || paired.has(arrival)) return [];
    paired.add(arrival);
    return [meet(arrival, known)];
  });
}

interface Edge {
  readonly arrival: Arrival;
  readonly known: Known;
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

/** How many texts are compared with one pending text, the nearest days first. */
const COMPARED = 100;

function findEdges(
  vanished: readonly Known[],
  byDay: ReadonlyMap<string, readonly Arrival[]>,
  { similarity }: Planning,
): Edge[] {
  return vanished.flatMap((known) => {
    const { accountId, date, amount } = known;
    if (date === null || amount === null) return [];
    const edges: Edge[] = [];
    let compared = 0;
    for (const days of DAYS) {
      for (const arrival of byDay.get(dayKey(accountId, toEpochDay(date) + days)) ?? []) {
        const change = amountChange(amount, arrival.transaction.amount);
        if ((compared += 1) > COMPARED) return edges;
        if (change === null || arrival.transaction.currency !== known.currency) continue;
        const score = similarity(known.description, arrival.transaction.description);
        const enough = change === 'smaller' ? STRONGLY_SIMILAR : SIMILAR;
        if (score < enough) continue;
        edges.push({
          arrival,
          known,
          shown: isShown(known),
          smaller: change === 'smaller',
          days: Math.abs(days),
          score,
        });
      }
    }
    return edges;
  });
}

function dayOfArrival({ transaction: { account, date } }: Arrival): string {
  return dayKey(account.id, toEpochDay(date));
}

function dayKey(accountId: string, day: number): string {
  return `${day} ${accountId}`;
}
