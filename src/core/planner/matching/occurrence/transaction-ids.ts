import type { Arrival } from '../../arrival.ts';
import { occurrenceId } from '../../identity.ts';
import type { KnownIndex } from '../../known.ts';

export type TransactionIds = ReturnType<typeof createTransactionIds>;

/** Turns identities into Transaction IDs, never giving one out twice. */
export function createTransactionIds(known: KnownIndex, digest: (text: string) => string) {
  const nextOccurrence = new Map<string, number>();
  /** The id of the first transaction with this identity. */
  const baseOf = (arrival: Arrival): string => (arrival.base ??= digest(arrival.identity));
  return {
    baseOf,
    /** The first free occurrence of the arrival's identity. */
    issue: (arrival: Arrival): string => {
      const base = baseOf(arrival);
      let occurrence = nextOccurrence.get(base) ?? 1;
      while (known.get(occurrenceId(base, occurrence)) !== undefined) occurrence += 1;
      nextOccurrence.set(base, occurrence + 1);
      return occurrenceId(base, occurrence);
    },
  };
}
