import type { Arrival } from '../../arrival.ts';
import { normaliseDescription } from '../../identity.ts';
import type { Candidate } from './candidates.ts';

/** Counts how often a person's words stand for a bank's: "groceries" for "REWE SAGT DANKE 44123". */
export class OwnWords {
  readonly #counts = new Map<string, number>();

  add(arrival: Arrival, candidate: Candidate): void {
    const key = keyOf(arrival, candidate);
    this.#counts.set(key, this.count(arrival, candidate) + 1);
  }

  count(arrival: Arrival, candidate: Candidate): number {
    return this.#counts.get(keyOf(arrival, candidate)) ?? 0;
  }
}

/** Banks begin with the name; what follows are places and references. */
function keyOf({ transaction }: Arrival, { row }: Candidate): string {
  const words = normaliseDescription(transaction.description).split(/[^\p{L}]+/u);
  return `${words.find((word) => word.length > 2) ?? ''} ${normaliseDescription(row.description)}`;
}
