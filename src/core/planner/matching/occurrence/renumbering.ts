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
  let contents: ReturnType<typeof readContents> | null = null;
  return (known, arrival) => {
    contents ??= readContents(arrivals, index);
    const { delivered, deliveredByPayee, known: ofKnown, rows } = contents;
    const content = contentOfKnown(known);
    return (
      delivered.has(content) ||
      (known.entry === null && deliveredByPayee.has(content)) ||
      ofKnown.has(contentOfArrival(arrival)) ||
      payeeContentsOf(arrival).some((byPayee) => rows.has(byPayee))
    );
  };
}

function readContents(arrivals: readonly Arrival[], { all }: KnownIndex) {
  return {
    delivered: new Set(arrivals.map(contentOfArrival)),
    // With the payee alone, which is all that the row of a lost memory may say.
    deliveredByPayee: new Set(arrivals.flatMap(payeeContentsOf)),
    known: new Set(all.map(contentOfKnown)),
    // Rows of a lost memory.
    rows: new Set(all.filter(({ entry }) => entry === null).map(contentOfKnown)),
  };
}

function contentOfArrival({ transaction }: Arrival): string {
  return contentIdentity(transaction.account.id, transaction);
}

function payeeContentsOf({ transaction }: Arrival): string[] {
  const { account, parts } = transaction;
  return parts === undefined ? [] : [contentIdentity(account.id, { ...transaction, description: parts.payee })];
}

function contentOfKnown({ accountId, date, amount, currency, description }: Known): string {
  return date === null || amount === null ? '' : contentIdentity(accountId, { date, amount, currency, description });
}
