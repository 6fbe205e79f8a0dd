import type { MemoryEntry } from '../../memory.ts';
import { schemeOf } from '../../provider-scheme.ts';
import { inTurn, withoutPaired, type Arrival, type Matched } from '../arrival.ts';
import { POSTS_EARLIER_DAYS, POSTS_LATER_DAYS, nearestFirst } from './closeness.ts';
import { SIMILAR, TELLS_NOTHING } from './description-similarity.ts';
import type { Known } from '../known.ts';
import type { Planning } from '../planning.ts';
import { SAME_ACCOUNT_AND_CURRENCY, pairSameAmounts, type Grouping } from './same-amount-pairs.ts';

/**
 * Rule 3 for equal amounts: the posted form of a pending row that left the feed, and what the bank now
 * sends under another id.
 */
export function matchPosted(arrivals: readonly Arrival[], planning: Planning): Matched {
  const posted = arrivals.filter(({ transaction }) => transaction.status === 'posted');
  const vanished = posted.length === 0 ? [] : vanishedPending(planning);
  const { pairs } = inTurn(posted, [
    (rest) => pairPending(rest, vanished.filter(isShown), planning),
    (rest) => pairPending(rest, vanished, planning),
    (rest) => pairInterim(rest, planning),
    (rest) => pairRenamed(rest, planning),
  ]);
  return { pairs, rest: withoutPaired(arrivals, pairs) };
}

/** Pending entries of this connection that its feed, which is whole, no longer holds. */
export function vanishedPending({ known, coverage, input }: Planning): Known[] {
  return known.all.filter(({ entry, seen }) => {
    if (entry === null || seen || entry.status !== 'pending' || entry.connectionId !== input.connectionId) return false;
    return coverage.isComplete(entry.bankAccountId) && entry.written.date >= input.since;
  });
}

/** What a person deleted is considered last, so that it never takes the posting of what is still shown. */
export function isShown({ row, entry }: Known): boolean {
  return row !== null || entry?.state === 'elsewhere';
}

function pairPending(arrivals: readonly Arrival[], candidates: readonly Known[], { similarity }: Planning): Matched {
  return pairSameAmounts(arrivals, candidates, {
    days: nearestFirst(POSTS_EARLIER_DAYS, POSTS_LATER_DAYS),
    // "PENDING CARD PURCHASE" contradicts nothing; the amount and the day decide.
    leastSimilarity: TELLS_NOTHING,
    group: SAME_ACCOUNT_AND_CURRENCY,
    similarity,
  });
}

/** What an earlier batch had as pending, under another id or none, and one that is not whole shows as posted. */
function pairInterim(arrivals: readonly Arrival[], planning: Planning): Matched {
  return pairSameAmounts(arrivals, arrivals.length === 0 ? [] : interimPending(planning), {
    days: nearestFirst(POSTS_EARLIER_DAYS, POSTS_LATER_DAYS),
    leastSimilarity: SIMILAR,
    group: SAME_ACCOUNT_AND_CURRENCY,
    similarity: planning.similarity,
  });
}

/**
 * Pending entries of this connection that a batch no longer holds which is not whole: a statement file, or a feed whose
 * service has lost its bank. They count as gone only where it holds all of their day, and the text is similar.
 */
export function interimPending({ known, coverage, input }: Planning): Known[] {
  if (input.completeAccountIds.length > 0) return [];
  return known.all.filter(({ entry, seen }) => {
    if (entry === null || seen || entry.status !== 'pending' || entry.connectionId !== input.connectionId) return false;
    return coverage.covers(entry.bankAccountId, entry.written.date);
  });
}

/**
 * A posted entry that is missing where the batch holds all there is, beside an equal newcomer: the bank
 * changed its id or its text. In a statement, whose edges are guessed, the text must be equal,
 * and who gave the ids the same: another format of statement is another source, which takes no row over.
 */
function pairRenamed(arrivals: readonly Arrival[], { known, coverage, input, similarity }: Planning): Matched {
  if (arrivals.length === 0) return { pairs: [], rest: arrivals };
  const missing = known.all.filter(({ entry, seen }) => !seen && isMissing(entry));
  const group = input.completeAccountIds.length > 0 ? SAME_ACCOUNT_AND_CURRENCY : SAME_ACCOUNT_AND_SCHEME;
  const rules = { days: [0], group, similarity };
  return inTurn(arrivals, [
    (rest) => pairSameAmounts(rest, missing, { ...rules, leastSimilarity: 1 }),
    (rest) =>
      pairSameAmounts(
        rest,
        missing.filter(({ accountId }) => coverage.isComplete(accountId)),
        { ...rules, leastSimilarity: SIMILAR },
      ),
  ]);

  function isMissing(entry: MemoryEntry | null): boolean {
    if (entry === null || entry.status !== 'posted' || entry.connectionId !== input.connectionId) return false;
    return coverage.covers(entry.bankAccountId, entry.written.date);
  }
}

const SAME_ACCOUNT_AND_SCHEME: Grouping = {
  ofArrival: ({ transaction }) =>
    `${schemeOf(transaction.providerId)} ${transaction.currency} ${transaction.account.id}`,
  ofKnown: ({ entry, currency, accountId }) => `${schemeOf(entry?.providerId ?? null)} ${currency} ${accountId}`,
};
