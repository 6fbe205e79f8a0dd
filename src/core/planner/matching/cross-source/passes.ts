import { daysBetween, toEpochDay, type CalendarDate } from '../../../calendar-date.ts';
import { inTurn, type Arrival, type Pair } from '../../arrival.ts';
import { OTHER_SOURCE_DAYS, POSTS_EARLIER_DAYS, POSTS_LATER_DAYS, nearestFirst } from '../closeness.ts';
import { SIMILAR, TELLS_NOTHING, type Similarity } from '../description-similarity.ts';
import { pairSameAmounts, type Grouping, type PairingRules } from '../same-amount-pairs.ts';
import type { HeldDays } from './held-days.ts';
import type { LedgerEntry } from './views.ts';

/** What a pass may look at beside the transactions themselves. */
export interface PassContext extends HeldDays {
  readonly similarity: Similarity;
  /** The least that all texts must have in common, whatever else speaks for a pair. */
  readonly leastSimilarity: number;
}

type Pass = (arrivals: readonly Arrival[], candidates: readonly LedgerEntry[], context: PassContext) => readonly Pair[];

/**
 * How the transactions of two sources of one account are paired, the surest first. The same amount on the same
 * day is enough; on another day the text must be similar, and one of the two must hold all of the other's day:
 * else they may be two purchases, each of which the other source does not show, and today's coffee would
 * vanish behind yesterday's.
 */
export const PASSES: readonly Pass[] = [
  (arrivals, candidates, context) => pairLikeliest(arrivals, candidates, { days: [0], leastSimilarity: 0 }, context),
  (arrivals, candidates, context) =>
    pairLikeliest(arrivals, thoseOf(context.batchHoldsAround, candidates), NEAR_DAY, context),
  (arrivals, candidates, context) => pairAtEdge(arrivals, thoseOf(context.batchHolds, candidates), context),
  (arrivals, candidates, context) => {
    const held = arrivals.filter(({ transaction }) => context.ledgerHeld(toEpochDay(transaction.date)));
    return pairLikeliest(held, candidates, NEAR_DAY, context);
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
function pairAtEdge(
  arrivals: readonly Arrival[],
  candidates: readonly LedgerEntry[],
  context: PassContext,
): readonly Pair[] {
  const tried = ONE_SIDED.map((rules) => {
    const copies = candidates.map((known) => ({ ...known }));
    const pairs = pairLikeliest(arrivals, copies, rules, context);
    const days = pairs.map(({ arrival, known }) => daysBetween(known.date as CalendarDate, arrival.transaction.date));
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
  candidates: readonly LedgerEntry[],
  status: 'posted' | 'pending',
  context: PassContext,
): readonly Pair[] {
  const waiting = arrivals.filter(({ transaction }) => transaction.status === status);
  const others = candidates.filter((known) => known.status !== status);
  return pairLikeliest(waiting, thoseOf(context.batchHolds, others), POSTING[status], context);
}

/** What can be seen first, and posted before pending: a pending one may yet post on another day. */
const LIKELIEST_FIRST: readonly ((known: LedgerEntry) => boolean)[] = [
  ({ status, row }) => status === 'posted' && row !== null,
  ({ status, row }) => status === 'posted' && row === null,
  ({ status, row }) => status === 'pending' && row !== null,
  ({ status, row }) => status === 'pending' && row === null,
];

function pairLikeliest(
  arrivals: readonly Arrival[],
  candidates: readonly LedgerEntry[],
  rules: Pick<PairingRules, 'days' | 'leastSimilarity'>,
  context: PassContext,
): readonly Pair[] {
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

function thoseOf(holds: (date: CalendarDate) => boolean, candidates: readonly LedgerEntry[]): readonly LedgerEntry[] {
  return candidates.filter(({ date }) => holds(date));
}
