import { compareArrivals, compareTexts, type Arrival } from '../../arrival.ts';
import { isPlaceholder, withoutScheme } from '../../../provider-scheme.ts';
import { SIMILAR, type Similarity } from '../description-similarity.ts';
import { hasProviderId } from '../../identity.ts';
import { confirmsPosting } from './same-id.ts';

/** A transaction that the source delivered more than once in one batch. */
export interface Repeat {
  readonly arrival: Arrival;
  readonly of: Arrival;
}

export interface Deliveries {
  /** One arrival for each real transaction, in an order that does not depend on the batch's. */
  readonly distinct: readonly Arrival[];
  readonly repeats: readonly Repeat[];
}

/**
 * Tells real purchases from second deliveries among arrivals of one identity.
 *
 * Without an id of the bank's, equal content means equal purchases: two coffees are two. With one, the
 * bank says that equal content is the same transaction, delivered twice by overlapping windows, or
 * once as pending and once as posted. Unless the id names nothing ("0", "NOTPROVIDED"), or the batch itself
 * uses it for different transactions: then each line counts.
 */
export function readDeliveries(arrivals: readonly Arrival[], similarity: Similarity): Deliveries {
  const sorted = arrivals.toSorted(
    (a, b) => compareTexts(b.transaction.status, a.transaction.status) || compareArrivals(a, b),
  );
  const leading = sorted[0] as Arrival;
  const delivered = (arrival: Arrival): boolean =>
    sameContent(arrival, leading) || isEarlierView(arrival, leading, similarity);
  if (!hasTellingId(leading) || !sorted.every(delivered)) return { distinct: sorted, repeats: [] };
  return { distinct: [leading], repeats: sorted.slice(1).map((arrival) => ({ arrival, of: leading })) };
}

function hasTellingId({ transaction }: Arrival): boolean {
  return hasProviderId(transaction) && !isPlaceholder(withoutScheme(transaction.providerId));
}

function sameContent({ transaction: a }: Arrival, { transaction: b }: Arrival): boolean {
  return a.date === b.date && a.amount === b.amount && a.description === b.description;
}

function isEarlierView({ transaction: a }: Arrival, { transaction: b }: Arrival, similarity: Similarity): boolean {
  if (a.status !== 'pending' || b.status !== 'posted') return false;
  return confirmsPosting(a, b, () => similarity(a.description, b.description) >= SIMILAR);
}
