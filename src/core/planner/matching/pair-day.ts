import {
  compareArrivals,
  compareTexts,
  meet,
  meetInOrder,
  withoutPaired,
  type Arrival,
  type Pair,
} from '../arrival.ts';
import type { Similarity } from './description-similarity.ts';
import { normaliseDescription } from '../identity.ts';
import type { Known } from '../known.ts';

export interface TextRules {
  /** The least that the texts must have in common; 0 when any text will do. */
  readonly leastSimilarity: number;
  readonly similarity: Similarity;
}

/** Pairs by text what has the same amount and may, by its days, be the same: equal texts, then the most alike. */
export function pairDay(arrivals: readonly Arrival[], known: readonly Known[], rules: TextRules): readonly Pair[] {
  if (arrivals.length === 0 || known.length === 0) return [];
  if (arrivals.length === 1 && known.length === 1)
    return pairOnlyOnes(arrivals[0] as Arrival, known[0] as Known, rules);
  const waiting = arrivals.toSorted(compareArrivals);
  const candidates = known.toSorted((a, b) => compareTexts(a.transactionId, b.transactionId));
  const equal = pairEqualTexts(waiting, candidates);
  if (rules.leastSimilarity >= 1) return equal;
  const similar = pairSimilarTexts(withoutPaired(waiting, equal), unseen(candidates), rules);
  const pairs = [...equal, ...similar];
  if (rules.leastSimilarity > 0) return pairs;
  return [...pairs, ...pairInOrder(withoutPaired(waiting, pairs), unseen(candidates))];
}

/** What most days of most amounts are. */
function pairOnlyOnes(arrival: Arrival, known: Known, { leastSimilarity, similarity }: TextRules): Pair[] {
  const isEnough =
    leastSimilarity === 0 || similarity(arrival.transaction.description, known.description) >= leastSimilarity;
  return isEnough ? [meet(arrival, known)] : [];
}

function pairEqualTexts(arrivals: readonly Arrival[], known: readonly Known[]): Pair[] {
  const byText = Map.groupBy(known.toReversed(), ({ description }) => normaliseDescription(description));
  return arrivals.flatMap((arrival) => {
    const match = byText.get(normaliseDescription(arrival.transaction.description))?.pop();
    return match === undefined ? [] : [meet(arrival, match)];
  });
}

/** Comparing each with each is affordable for so many of one day and one amount, which is more than real days have. */
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
