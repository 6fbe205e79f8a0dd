import type { Arrival } from '../../arrival.ts';
import { normaliseDescription } from '../../identity.ts';
import type { Candidate } from './candidates.ts';

/** A bank's words and a person's for them: "groceries" for "REWE SAGT DANKE 44123". */
export function ownWords({ transaction }: Arrival, { row }: Candidate): string {
  // Banks begin with the name; what follows are places and references.
  const words = normaliseDescription(transaction.description).split(/[^\p{L}]+/u);
  return `${words.find((word) => word.length > 2) ?? ''} ${normaliseDescription(row.description)}`;
}
