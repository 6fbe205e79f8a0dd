import type { Arrival } from '../../arrival.ts';
import { contentIdentity } from '../../identity.ts';
import type { Known, KnownIndex } from '../../known.ts';

/**
 * Whether the bank's ids moved between the two: the batch holds the known one's content under another
 * id, or the arrival's content is known under another. Then a common id says nothing. Statements
 * that number their lines from 1 do this in every file. Prepared when first asked.
 */
export type WasRenumbered = (known: Known, arrival: Arrival) => boolean;

export function createRenumberingCheck(arrivals: readonly Arrival[], index: KnownIndex): WasRenumbered {
  let contents: { readonly delivered: ReadonlySet<string>; readonly known: ReadonlySet<string> } | null = null;
  return (known, arrival) => {
    contents ??= { delivered: new Set(arrivals.map(contentOfArrival)), known: new Set(index.all.map(contentOfKnown)) };
    return contents.delivered.has(contentOfKnown(known)) || contents.known.has(contentOfArrival(arrival));
  };
}

function contentOfArrival({ transaction }: Arrival): string {
  return contentIdentity(transaction.account.id, transaction);
}

function contentOfKnown({ accountId, date, amount, currency, description }: Known): string {
  return date === null || amount === null ? '' : contentIdentity(accountId, { date, amount, currency, description });
}
