import { compareArrivals, compareTexts, type Arrival } from '../../arrival.ts';
import { confirmsSameId } from '../closeness.ts';
import type { Similarity } from '../description-similarity.ts';
import { hasProviderId } from '../../identity.ts';

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
 * once as pending and once as posted. Unless the batch itself shows that the id is no identity, by
 * using it for different transactions (some statement files number every line "0"): then each
 * line counts.
 */
export function readDeliveries(arrivals: readonly Arrival[], similarity: Similarity): Deliveries {
  const sorted = arrivals.toSorted(
    (a, b) => compareTexts(b.transaction.status, a.transaction.status) || compareArrivals(a, b),
  );
  const leading = sorted[0] as Arrival;
  const delivered = (arrival: Arrival): boolean =>
    sameContent(arrival, leading) || isEarlierView(arrival, leading, similarity);
  if (!hasProviderId(leading.transaction) || !sorted.every(delivered)) return { distinct: sorted, repeats: [] };
  return { distinct: [leading], repeats: sorted.slice(1).map((arrival) => ({ arrival, of: leading })) };
}

function sameContent({ transaction: a }: Arrival, { transaction: b }: Arrival): boolean {
  return a.date === b.date && a.amount === b.amount && a.description === b.description;
}

function isEarlierView({ transaction: a }: Arrival, { transaction: b }: Arrival, similarity: Similarity): boolean {
  return a.status === 'pending' && b.status === 'posted' && confirmsSameId(a, b, similarity);
}
