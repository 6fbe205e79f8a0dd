import { inTurn, type Arrival, type Matched } from './arrival.ts';
import { OTHER_SOURCE_DAYS, nearestFirst } from './closeness.ts';
import { SIMILAR } from './description-similarity.ts';
import type { Known } from './known.ts';
import type { Planning } from './planning.ts';
import { SAME_ACCOUNT_AND_CURRENCY, pairSameAmounts, type Grouping, type PairingRules } from './same-amount-pairs.ts';

/**
 * Rule 4: another connection already shows it, in an account that is surely the same. The same amount on
 * the same day is enough; on another day the text must be similar, and the batch must hold all of
 * that day: else the row may be an earlier purchase, whose own arrival this batch does not show, and
 * today's coffee would vanish behind yesterday's.
 */
export function matchElsewhere(arrivals: readonly Arrival[], planning: Planning): Matched {
  const others = arrivals.length === 0 ? [] : shownByOthers(planning);
  if (others.length === 0) return { pairs: [], rest: arrivals };
  const covered = onCoveredDays(others, arrivals, planning);
  const { similarity } = planning;
  const pairBy = (candidates: readonly Known[], rules: Pick<PairingRules, 'days' | 'leastSimilarity'>) => (rest: readonly Arrival[]) =>
    inTurn(
      rest,
      [SAME_ACCOUNT_AND_CURRENCY, SAME_LAST_DIGITS].map(
        (group) => (left: readonly Arrival[]) => pairSameAmounts(left, candidates, { ...rules, group, similarity }),
      ),
    );
  const likeliestFirst = [isPostedRow, isPosted, hasRow, () => true];
  return inTurn(arrivals, [
    ...likeliestFirst.map((isLikely) => pairBy(others.filter(isLikely), SAME_DAY)),
    ...likeliestFirst.map((isLikely) => pairBy(covered.filter(isLikely), NEAR_DAY)),
  ]);
}

const SAME_DAY = { days: [0], leastSimilarity: 0 };
const NEAR_DAY = { days: nearestFirst(OTHER_SOURCE_DAYS, OTHER_SOURCE_DAYS), leastSimilarity: SIMILAR };

/** Two sources name one account differently; the end of its number is what both know. */
const SAME_LAST_DIGITS: Grouping = {
  ofArrival: ({ transaction }) => digitsAndCurrency(transaction.account.lastDigits, transaction.currency),
  ofKnown: ({ entry, currency }) => digitsAndCurrency(entry?.lastDigits ?? null, currency),
};

function digitsAndCurrency(lastDigits: string | null, currency: string): string | null {
  return lastDigits === null || lastDigits === '' ? null : `${currency} ${lastDigits}`;
}

/** A pending one may yet post on another day. */
function isPosted({ status }: Known): boolean {
  return status === 'posted';
}

function isPostedRow(known: Known): boolean {
  return isPosted(known) && hasRow(known);
}

function hasRow({ row }: Known): boolean {
  return row !== null;
}

/**
 * Rows of other connections, each of which can stand for one transaction of this connection only. So can
 * rows of an account that this connection's feeds name no more, since the bank gave it a new id.
 */
function shownByOthers({ known, coverage, input }: Planning): Known[] {
  const all = known.all;
  const taken = new Set(all.map(({ entry }) => (entry?.connectionId === input.connectionId ? entry.shownBy : null)));
  const isFeed = input.completeAccountIds.length > 0;
  return all.filter(({ entry, seen, transactionId }) => {
    if (entry === null || seen || entry.state === 'elsewhere' || taken.has(transactionId)) return false;
    return entry.connectionId !== input.connectionId || (isFeed && !coverage.mentions(entry.bankAccountId));
  });
}

/** Those on whose day everything of their account is in this batch, whatever this batch calls the account. */
function onCoveredDays(others: readonly Known[], arrivals: readonly Arrival[], { coverage }: Planning): Known[] {
  const accountsOf = new Map<string | null, Set<string>>();
  for (const arrival of arrivals) {
    for (const group of [SAME_ACCOUNT_AND_CURRENCY.ofArrival(arrival), SAME_LAST_DIGITS.ofArrival(arrival)]) {
      accountsOf.set(group, (accountsOf.get(group) ?? new Set()).add(arrival.transaction.account.id));
    }
  }
  return others.filter((known) => {
    const { date } = known;
    const groups = [SAME_ACCOUNT_AND_CURRENCY.ofKnown(known), SAME_LAST_DIGITS.ofKnown(known)].filter((group) => group !== null);
    return date !== null && groups.some((group) => [...(accountsOf.get(group) ?? [])].some((id) => coverage.covers(id, date)));
  });
}
