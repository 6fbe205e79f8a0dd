import { atOnce } from '../steps.ts';
import type { Plan, PlanInput } from '../plan.ts';
import { rowOf } from '../row.ts';
import { toArrivals, type Pair } from './arrival.ts';
import { PlanBuilder } from './changes/plan-builder.ts';
import { readCoverage } from './coverage.ts';
import { identityOfEntry } from './identity.ts';
import { indexKnown } from './known.ts';
import { daysAround, isInSheet, memoryAround, type MemoryLookup } from './lookups.ts';
import { createSimilarity } from './matching/description-similarity.ts';
import { matchIdentity } from './matching/identity-match.ts';
import { createRenumberingCheck } from './matching/occurrence/renumbering.ts';
import { createTransactionIds } from './matching/occurrence/transaction-ids.ts';
import type { Planning } from './planning.ts';

/**
 * The plan that `planSync` makes of a batch that brings nothing new; null where the batch may bring something, or memory
 * would change. Asks for the days of the batch alone.
 *
 * Only to be asked while each entry's state is true of the sheet: then the rows need not be read to know which are there.
 * What is recognised here is so by its identity and its equal content, on the same day: with all of memory, `planSync`
 * recognises exactly the same, before any other rule has its turn.
 */
export function planUnchanged(batch: Omit<PlanInput, 'snapshot' | 'memory'>, lookup: MemoryLookup): Plan | null {
  const arrivals = toArrivals(batch.transactions);
  const memory = memoryAround(daysAround(arrivals, 0), [], batch.connectionId, lookup);
  if (memory === null) return null;
  const rows = memory.filter(isInSheet).map(({ written }, place) => rowOf(written, place + 1));
  const known = atOnce(indexKnown(rows, memory));
  const input: PlanInput = { ...batch, snapshot: { rows, rules: [] }, memory };
  const planning: Planning = {
    input,
    arrivals,
    known,
    coverage: readCoverage(input, arrivals),
    similarity: createSimilarity(),
    ids: createTransactionIds(known, input.digest),
    wasRenumbered: createRenumberingCheck(arrivals, known),
  };
  const { pairs, rest, repeats } = matchIdentity(arrivals, planning);
  if (rest.length > 0 || !pairs.every(isSame)) return null;
  const builder = new PlanBuilder(planning);
  builder.settle(pairs);
  builder.skipRepeats(repeats);
  const plan = builder.finish();
  return plan.memory.length + plan.updates.length + plan.leftFeed.length === 0 ? plan : null;
}

function isSame({ arrival, known }: Pair): boolean {
  const { transaction, identity } = arrival;
  return (
    known.entry !== null &&
    identityOfEntry(known.entry) === identity &&
    known.date === transaction.date &&
    known.amount === transaction.amount &&
    known.description === transaction.description
  );
}
