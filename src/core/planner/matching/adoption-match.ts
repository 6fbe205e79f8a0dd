import { inTurn, type Arrival, type Pair } from '../arrival.ts';
import type { Planning } from '../planning.ts';
import { SAME_ACCOUNT_AND_CURRENCY, pairSameAmounts, type Grouping } from './same-amount-pairs.ts';

/**
 * Rows that have a Transaction ID of which the memory knows nothing, because it was lost: what posted
 * under another id than its row carries is recognised by its account, day and amount.
 */
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
