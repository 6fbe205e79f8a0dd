import { schemeOf } from '../../provider-scheme.ts';
import { inTurn, type Arrival, type Pair } from '../arrival.ts';
import { POSTS_EARLIER_DAYS, POSTS_LATER_DAYS, nearestFirst } from './closeness.ts';
import { SIMILAR, TELLS_NOTHING } from './description-similarity.ts';
import type { Known } from '../known.ts';
import type { Planning } from '../planning.ts';
import { SAME_ACCOUNT_AND_CURRENCY, pairSameAmounts, type Grouping } from './same-amount-pairs.ts';

/** Rule 3 for equal amounts: the posted form of a pending row that left the feed, and transactions with a changed bank id. */
export function matchPosted(arrivals: readonly Arrival[], planning: Planning): readonly Pair[] {
  const posted = arrivals.filter(({ transaction }) => transaction.status === 'posted');
  const pending = posted.length === 0 ? [] : missingPending(planning);
  // A generic text such as "PENDING CARD PURCHASE" is accepted in a complete feed.
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

/**
 * Pending entries of this connection that the batch lacks. In a statement file, or a feed without a bank, only on days that it contains
 * completely.
 */
export function missingPending(planning: Planning): Known[] {
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

/** Deleted rows are considered last, so that they never take the posting of a visible one. */
export function isShown({ row, entry }: Known): boolean {
  return row !== null || entry?.state === 'elsewhere';
}

/**
 * Pairs a missing posted entry with an equal new one: the bank changed its id or text. In a statement, the text and the id scheme must
 * be equal, because another format is another source.
 */
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

/** Rows with a Transaction ID that memory lost: matched by account, day and amount if they posted under another id. */
export function matchAdoptable(arrivals: readonly Arrival[], { known, similarity }: Planning): readonly Pair[] {
  if (arrivals.length === 0) return [];
  const unknownRows = known.all.filter(({ entry, seen }) => entry === null && !seen);
  const rules = { days: [0], leastSimilarity: 0, similarity };
  return inTurn(arrivals, [
    (rest) => pairSameAmounts(rest, unknownRows, { ...rules, group: SAME_ACCOUNT_AND_CURRENCY }),
    (rest) => pairSameAmounts(rest, unknownRows, { ...rules, group: SAME_ACCOUNT_WITHOUT_CURRENCY }),
  ]);
}

/** Most sheets have no Currency column. */
const SAME_ACCOUNT_WITHOUT_CURRENCY: Grouping = {
  ofArrival: ({ transaction }) => transaction.account.id,
  ofKnown: ({ currency, accountId }) => (currency === '' ? accountId : null),
};
