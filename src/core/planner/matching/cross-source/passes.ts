import { toEpochDay, type CalendarDate } from '../../../calendar-date.ts';
import { inTurn, withoutPaired, type Arrival, type Matched } from '../../arrival.ts';
import { OTHER_SOURCE_DAYS, POSTS_EARLIER_DAYS, POSTS_LATER_DAYS, nearestFirst } from '../closeness.ts';
import { SIMILAR, TELLS_NOTHING, type Similarity } from '../description-similarity.ts';
import type { Known } from '../../known.ts';
import { pairSameAmounts, type Grouping, type PairingRules } from '../same-amount-pairs.ts';
import type { HeldDays } from './held-days.ts';

/** What a pass may look at beside the transactions themselves. */
export interface PassContext extends HeldDays {
  readonly similarity: Similarity;
  /** The least that all texts must have in common, whatever else speaks for a pair. */
  readonly leastSimilarity: number;
}

type Pass = (arrivals: readonly Arrival[], candidates: readonly Known[], context: PassContext) => Matched;

/**
 * How the transactions of two sources of one account are paired, the surest first. The same amount on the same
 * day is enough; on another day the text must be similar, and one of the two must hold all of the other's day:
 * else they may be two purchases, each of which the other source does not show, and today's coffee would
 * vanish behind yesterday's.
 */
export const PASSES: readonly Pass[] = [
  (arrivals, candidates, context) => pairLikeliest(arrivals, candidates, { days: [0], leastSimilarity: 0 }, context),
  (arrivals, candidates, context) =>
    pairLikeliest(arrivals, coveredByBatch(candidates, context.batchHoldsAround), NEAR_DAY, context),
  (arrivals, candidates, context) => pairAtEdge(arrivals, coveredByBatch(candidates, context.batchHolds), context),
  (arrivals, candidates, context) => {
    const covered =
      candidates.length === 0
        ? []
        : arrivals.filter(({ transaction }) => context.ledgerHeld(toEpochDay(transaction.date)));
    const { pairs } = pairLikeliest(covered, candidates, NEAR_DAY, context);
    return { pairs, rest: withoutPaired(arrivals, pairs) };
  },
  (arrivals, candidates, context) => pairByStatus(arrivals, candidates, 'posted', context),
  (arrivals, candidates, context) => pairByStatus(arrivals, candidates, 'pending', context),
];

const NEAR_DAY = { days: nearestFirst(OTHER_SOURCE_DAYS, OTHER_SOURCE_DAYS), leastSimilarity: SIMILAR };

/** Of two sources one dates later than the other. */
const ONE_SIDED = [
  { ...NEAR_DAY, days: nearestFirst(0, OTHER_SOURCE_DAYS) },
  { ...NEAR_DAY, days: nearestFirst(OTHER_SOURCE_DAYS, 0) },
] as const;

/**
 * Near the first or last day of a file its source may date what it holds across that day, so that each side may lack what
 * the other has. There only such pairs are believed as say the same of who dates later: the more, or else the nearer.
 */
function pairAtEdge(arrivals: readonly Arrival[], candidates: readonly Known[], context: PassContext): Matched {
  if (arrivals.length === 0 || candidates.length === 0) return { pairs: [], rest: arrivals };
  const tried = ONE_SIDED.map((rules) => {
    const copies = candidates.map((known) => ({ ...known }));
    const { pairs } = pairLikeliest(arrivals, copies, rules, context);
    const days = pairs.map(
      ({ arrival, known }) => toEpochDay(arrival.transaction.date) - toEpochDay(known.date as CalendarDate),
    );
    return { rules, count: pairs.length, apart: Math.abs(days.reduce((sum, one) => sum + one, 0)) };
  });
  const [likelier] = tried.sort((a, b) => b.count - a.count || a.apart - b.apart);
  return pairLikeliest(arrivals, candidates, likelier?.rules ?? NEAR_DAY, context);
}

/** What one source shows as pending and the other, on a later day, as posted. */
const POSTING = {
  posted: { days: nearestFirst(POSTS_EARLIER_DAYS, POSTS_LATER_DAYS), leastSimilarity: TELLS_NOTHING },
  pending: { days: nearestFirst(POSTS_LATER_DAYS, POSTS_EARLIER_DAYS), leastSimilarity: SIMILAR },
} as const;

function pairByStatus(
  arrivals: readonly Arrival[],
  candidates: readonly Known[],
  status: 'posted' | 'pending',
  context: PassContext,
): Matched {
  const others = candidates.filter((known) => known.status !== status);
  const waiting = others.length === 0 ? [] : arrivals.filter(({ transaction }) => transaction.status === status);
  const { pairs } = pairLikeliest(waiting, coveredByBatch(others, context.batchHolds), POSTING[status], context);
  return { pairs, rest: withoutPaired(arrivals, pairs) };
}

/** What can be seen first, and posted before pending: a pending one may yet post on another day. */
const LIKELIEST_FIRST: readonly ((known: Known) => boolean)[] = [
  ({ status, row }) => status === 'posted' && row !== null,
  ({ status, row }) => status === 'posted' && row === null,
  ({ status, row }) => status === 'pending' && row !== null,
  ({ status, row }) => status === 'pending' && row === null,
];

function pairLikeliest(
  arrivals: readonly Arrival[],
  candidates: readonly Known[],
  rules: Pick<PairingRules, 'days' | 'leastSimilarity'>,
  context: PassContext,
): Matched {
  const { similarity } = context;
  const leastSimilarity = Math.max(rules.leastSimilarity, context.leastSimilarity);
  return inTurn(
    arrivals,
    LIKELIEST_FIRST.map(
      (isLikely) => (rest) =>
        pairSameAmounts(rest, candidates.filter(isLikely), {
          ...rules,
          leastSimilarity,
          group: SAME_CURRENCY,
          similarity,
        }),
    ),
  );
}

/** The account is known already. */
const SAME_CURRENCY: Grouping = {
  ofArrival: ({ transaction }) => transaction.currency,
  ofKnown: ({ currency }) => currency,
};

function coveredByBatch(candidates: readonly Known[], holds: (date: CalendarDate) => boolean): readonly Known[] {
  return candidates.filter(({ date }) => date !== null && holds(date));
}
