import type { Arrival } from '../../arrival.ts';
import { occurrenceId } from '../../identity.ts';
import type { KnownIndex } from '../../known.ts';

/** Turns identities into Transaction IDs, never giving one out twice. */
export interface TransactionIds {
  /** The id of the first transaction with this identity. */
  baseOf(arrival: Arrival): string;
  /** The first free occurrence of the arrival's identity. */
  issue(arrival: Arrival): string;
}

export function createTransactionIds(known: KnownIndex, digest: (text: string) => string): TransactionIds {
  const nextOccurrence = new Map<string, number>();
  const baseOf = (arrival: Arrival): string => (arrival.base ??= digest(arrival.identity));
  return {
    baseOf,
    issue(arrival) {
      const base = baseOf(arrival);
      let occurrence = nextOccurrence.get(base) ?? 1;
      while (known.get(occurrenceId(base, occurrence)) !== undefined) occurrence += 1;
      nextOccurrence.set(base, occurrence + 1);
      return occurrenceId(base, occurrence);
    },
  };
}
