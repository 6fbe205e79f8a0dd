import { schemeOf } from '../../provider-scheme.ts';
import { inTurn, type Arrival, type Pair } from '../arrival.ts';
import { POSTS_EARLIER_DAYS, POSTS_LATER_DAYS, nearestFirst } from './closeness.ts';
import { SIMILAR, TELLS_NOTHING } from './description-similarity.ts';
import type { Known } from '../known.ts';
import type { Planning } from '../planning.ts';
import { SAME_ACCOUNT_AND_CURRENCY, pairSameAmounts, type Grouping } from './same-amount-pairs.ts';

/**
 * Rule 3 for equal amounts: the posted form of a pending row that left the feed, and what the bank now
 * sends under another id.
 */
export function matchPosted(arrivals: readonly Arrival[], planning: Planning): readonly Pair[] {
  const posted = arrivals.filter(({ transaction }) => transaction.status === 'posted');
  const pending = posted.length === 0 ? [] : missingPending(planning);
  // "PENDING CARD PURCHASE" contradicts nothing: where the feed is whole, the amount and the day decide.
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
 * Pending entries of this connection that the batch no longer holds. A statement file, or a feed whose service has lost its
 * bank, is not whole: there they count only where it holds all of their day.
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

/** What a person deleted is considered last, so that it never takes the posting of what is still shown. */
export function isShown({ row, entry }: Known): boolean {
  return row !== null || entry?.state === 'elsewhere';
}

/**
 * A posted entry that is missing where the batch holds all there is, beside an equal newcomer: the bank
 * changed its id or its text. In a statement, whose edges are guessed, the text must be equal,
 * and who gave the ids the same: another format of statement is another source, which takes no row over.
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
