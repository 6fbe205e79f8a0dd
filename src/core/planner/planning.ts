import type { PlanInput } from '../plan.ts';
import type { Steps } from '../steps.ts';
import { toArrivals, type Arrival } from './arrival.ts';
import { createSimilarity, type Similarity } from './matching/description-similarity.ts';
import { indexKnown, type KnownIndex } from './known.ts';
import { createIdHistory, type IdHistory } from './matching/occurrence/id-history.ts';
import {
  createSameIdJudge,
  type SameIdJudge,
  createTransactionIds,
  type TransactionIds,
} from './matching/occurrence/same-id.ts';
import { readCoverage, type Coverage } from './coverage.ts';

/** The shared input of all rules of one plan. */
export interface Planning {
  readonly input: PlanInput;
  readonly arrivals: readonly Arrival[];
  readonly known: KnownIndex;
  readonly coverage: Coverage;
  readonly similarity: Similarity;
  readonly ids: TransactionIds;
  readonly history: IdHistory;
  readonly sameId: SameIdJudge;
}

export function* createPlanning(input: PlanInput): Steps<Planning> {
  const arrivals = toArrivals(input.transactions);
  const candidates = yield* indexKnown(input.snapshot.rows, input.memory);
  yield;
  const tools = {
    coverage: readCoverage(input),
    similarity: createSimilarity(),
    ids: createTransactionIds(candidates, input.digest),
    history: createIdHistory(arrivals, candidates),
  };
  return { input, arrivals, known: candidates, ...tools, sameId: createSameIdJudge(arrivals, candidates, tools) };
}
