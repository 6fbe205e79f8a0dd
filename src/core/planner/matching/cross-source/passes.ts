import { daysBetween, toEpochDay, type CalendarDate, addDays } from '../../../calendar-date.ts';
import { inTurn, type Arrival, type Pair } from '../../arrival.ts';
import {
  OTHER_SOURCE_DAYS,
  POSTS_EARLIER_DAYS,
  POSTS_LATER_DAYS,
  nearestFirst,
  SIMILAR,
  TELLS_NOTHING,
  type Similarity,
} from '../closeness.ts';
import { pairSameAmounts, type Grouping, type PairingRules } from '../same-amount-pairs.ts';
import { type LedgerEntry, ledgerKey, type Ledger, type View } from './views.ts';
import type { Planning } from '../../planning.ts';

export interface PassContext extends DayCover {
  readonly similarity: Similarity;
  readonly leastSimilarity: number;
}

type Pass = (arrivals: readonly Arrival[], candidates: readonly LedgerEntry[], context: PassContext) => readonly Pair[];

/** The most certain pass first. Pairs different days only if one source is complete there, so that only the other may lack one. */
export const PASSES: readonly Pass[] = [
  (arrivals, candidates, context) => pairLikeliest(arrivals, candidates, { days: [0], leastSimilarity: 0 }, context),
  (arrivals, candidates, context) =>
    pairLikeliest(arrivals, filterByDay(context.batchHoldsAround, candidates), NEAR_DAY, context),
  (arrivals, candidates, context) => pairAtEdge(arrivals, filterByDay(context.batchHolds, candidates), context),
  (arrivals, candidates, context) => {
    const coveredArrivals = arrivals.filter(({ transaction }) => context.ledgerHolds(toEpochDay(transaction.date)));
    return pairLikeliest(coveredArrivals, candidates, NEAR_DAY, context);
  },
  (arrivals, candidates, context) => pairByStatus(arrivals, candidates, 'posted', context),
  (arrivals, candidates, context) => pairByStatus(arrivals, candidates, 'pending', context),
];

const NEAR_DAY = { days: nearestFirst(OTHER_SOURCE_DAYS, OTHER_SOURCE_DAYS), leastSimilarity: SIMILAR };

/** For two sources of which one always states the earlier date: a rule for each direction. */
const ONE_SIDED = [
  { ...NEAR_DAY, days: nearestFirst(0, OTHER_SOURCE_DAYS) },
  { ...NEAR_DAY, days: nearestFirst(OTHER_SOURCE_DAYS, 0) },
] as const;

/** Near the first and last day of a file, both sources may lack transactions, so the same source must have all earlier dates. */
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
  return pairLikeliest(waiting, filterByDay(context.batchHolds, others), POSTING[status], context);
}

/** Prefers posted entries, because pending ones may still post on another day; then entries with a row. */
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

/** Does not compare accounts, because all candidates belong to one account. */
const SAME_CURRENCY: Grouping = {
  ofArrival: ({ transaction }) => transaction.currency,
  ofKnown: ({ currency }) => currency,
};

function filterByDay(
  holds: (date: CalendarDate) => boolean,
  candidates: readonly LedgerEntry[],
): readonly LedgerEntry[] {
  return candidates.filter(({ date }) => holds(date));
}

interface DayCover {
  readonly batchHolds: (date: CalendarDate) => boolean;
  readonly batchHoldsAround: (date: CalendarDate) => boolean;
  /** True if the source of the ledger contained the whole day. `day`: days since 1970-01-01. */
  readonly ledgerHolds: (day: number) => boolean;
}

/** A source contains a day if it has transactions within this many days before and after the day. */
const SHORTLY = 4;

const DAYS_AROUND = nearestFirst(OTHER_SOURCE_DAYS, OTHER_SOURCE_DAYS);

/** If view and ledger are from the same source, all days of the ledger and the outer days of the batch count as incomplete. */
export function dayCover(view: View, { key, connectionId, days }: Ledger, { input, coverage }: Planning): DayCover {
  const batchHolds = (date: CalendarDate): boolean => coverage.covers(view.accountId, date);
  const batchHoldsAround = (date: CalendarDate): boolean =>
    DAYS_AROUND.every((days) => batchHolds(addDays(date, days)));
  if (key === ledgerKey(view.scheme, input.connectionId, view.accountId))
    return { batchHolds: batchHoldsAround, batchHoldsAround, ledgerHolds: () => false };
  const isOfFiles = input.completeAccountIds.length > 0 || connectionId === input.connectionId;
  const hasNear = (day: number, direction: 1 | -1): boolean => {
    for (let away = 1; away <= SHORTLY; away += 1) if (days.has(day + direction * away)) return true;
    return false;
  };
  return {
    batchHolds,
    batchHoldsAround,
    ledgerHolds: (day) => (!isOfFiles || days.has(day)) && hasNear(day, -1) && hasNear(day, 1),
  };
}
