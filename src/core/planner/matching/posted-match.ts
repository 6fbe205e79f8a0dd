import { schemeOf } from '../../provider-scheme.ts';
import { inTurn, type Arrival, type Pair, compareArrivals, compareTexts, meetInOrder } from '../arrival.ts';
import {
  POSTS_EARLIER_DAYS,
  POSTS_LATER_DAYS,
  nearestFirst,
  amountChange,
  SIMILAR,
  TELLS_NOTHING,
  STRONGLY_SIMILAR,
} from './closeness.ts';
import type { Known } from '../known.ts';
import type { Planning } from '../planning.ts';
import { SAME_ACCOUNT_AND_CURRENCY, pairSameAmounts, type Grouping } from './same-amount-pairs.ts';
import { toEpochDay } from '../../calendar-date.ts';

/** Rule 3 for equal amounts: matches transactions to pending ones that the bank dropped, and to ones whose bank id changed. */
export function matchPosted(arrivals: readonly Arrival[], planning: Planning): readonly Pair[] {
  const posted = arrivals.filter(({ transaction }) => transaction.status === 'posted');
  const pending = posted.length === 0 ? [] : missingPending(planning);
  // A complete feed proves that the bank dropped the pending one, so a generic text like "PENDING CARD PURCHASE" suffices.
  const pendingRules = {
    days: nearestFirst(POSTS_EARLIER_DAYS, POSTS_LATER_DAYS),
    leastSimilarity: isFeed(planning) ? TELLS_NOTHING : SIMILAR,
    group: SAME_ACCOUNT_AND_CURRENCY,
    similarity: planning.similarity,
  };
  return inTurn(posted, [
    (rest) => pairSameAmounts(rest, isFeed(planning) ? pending.filter(isShown) : [], pendingRules),
    (rest) => pairSameAmounts(rest, pending, pendingRules),
    (rest) => pairRenamed(rest, planning),
  ]);
}

/** Pending entries of this connection that the batch lacks. For a file, only on days that the file contains completely. */
function missingPending(planning: Planning): Known[] {
  return missing('pending', planning).filter(
    ({ accountId }) => !isFeed(planning) || planning.coverage.isComplete(accountId),
  );
}

function missing(status: Known['status'], { known, coverage, input }: Planning): Known[] {
  return known.all.filter(({ entry, seen }) => {
    if (entry === null || seen || entry.status !== status || entry.connectionId !== input.connectionId) return false;
    return coverage.covers(entry.bankAccountId, entry.written.date);
  });
}

function isFeed({ input }: Planning): boolean {
  return input.completeAccountIds.length > 0;
}

/** False for a deleted row. A transaction with a row in the sheet is matched before a deleted one. */
function isShown({ row, entry }: Known): boolean {
  return row !== null || entry?.state === 'elsewhere';
}

/** Pairs equal texts despite a changed id; in a complete feed, also similar texts. Statements must have the same id scheme (format). */
function pairRenamed(arrivals: readonly Arrival[], planning: Planning): readonly Pair[] {
  if (arrivals.length === 0) return [];
  const { coverage, similarity } = planning;
  const posted = missing('posted', planning);
  const group = isFeed(planning) ? SAME_ACCOUNT_AND_CURRENCY : SAME_ACCOUNT_AND_SCHEME;
  const rules = { days: [0], group, similarity };
  return inTurn(arrivals, [
    (rest) => pairSameAmounts(rest, posted, { ...rules, leastSimilarity: 1 }),
    (rest) =>
      pairSameAmounts(
        rest,
        posted.filter(({ accountId }) => coverage.isComplete(accountId)),
        { ...rules, leastSimilarity: SIMILAR },
      ),
  ]);
}

const SAME_ACCOUNT_AND_SCHEME: Grouping = {
  ofArrival: ({ transaction }) =>
    `${schemeOf(transaction.providerId)} ${transaction.currency} ${transaction.account.id}`,
  ofKnown: ({ entry, currency, accountId }) => `${schemeOf(entry?.providerId ?? null)} ${currency} ${accountId}`,
};

/** Matches rows without a memory entry by account, day and amount, because their transaction may have posted under another id. */
export function matchAdoptable(arrivals: readonly Arrival[], { known, similarity }: Planning): readonly Pair[] {
  if (arrivals.length === 0) return [];
  const unknownRows = known.all.filter(({ entry, seen }) => entry === null && !seen);
  const rules = { days: [0], leastSimilarity: 0, similarity };
  return inTurn(arrivals, [
    (rest) => pairSameAmounts(rest, unknownRows, { ...rules, group: SAME_ACCOUNT_AND_CURRENCY }),
    (rest) => pairSameAmounts(rest, unknownRows, { ...rules, group: SAME_ACCOUNT_WITHOUT_CURRENCY }),
  ]);
}

/** For rows without a currency, because most sheets have no Currency column. */
const SAME_ACCOUNT_WITHOUT_CURRENCY: Grouping = {
  ofArrival: ({ transaction }) => transaction.account.id,
  ofKnown: ({ currency, accountId }) => (currency === '' ? accountId : null),
};

/** Rule 3 for changed amounts: a tip, or less than authorized. Runs after rule 4, as another source may have the final amount. */
export function matchTipped(arrivals: readonly Arrival[], planning: Planning): readonly Pair[] {
  const vanished = missingPending(planning);
  const posted = arrivals.filter(({ transaction }) => transaction.status === 'posted');
  if (vanished.length === 0 || posted.length === 0) return [];
  const byDay = Map.groupBy(posted.toSorted(compareArrivals), ({ transaction: { account, date } }) =>
    dayKey(account.id, toEpochDay(date)),
  );
  return meetInOrder(vanished.flatMap((known) => edgesOf(known, byDay, planning)).sort(likeliestFirst));
}

type Edge = ReturnType<typeof edgesOf>[number];

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

/** Compares a pending transaction with at most this many posted ones, nearest days first. */
const COMPARED = 100;

function edgesOf(known: Known, byDay: ReadonlyMap<string, readonly Arrival[]>, { similarity }: Planning) {
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

function dayKey(accountId: string, day: number): string {
  return `${day} ${accountId}`;
}
