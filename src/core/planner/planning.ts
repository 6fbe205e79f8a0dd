import type { PlanInput } from '../plan.ts';
import type { Steps } from '../steps.ts';
import { toArrivals, type Arrival } from './arrival.ts';
import { createSimilarity, type Similarity } from './matching/closeness.ts';
import { indexKnown, type KnownIndex } from './known.ts';
import {
  createIdHistory,
  type IdHistory,
  createSameIdJudge,
  type SameIdJudge,
  createTransactionIds,
  type TransactionIds,
} from './matching/same-id.ts';
import { readCoverage, type Coverage } from './lookups.ts';

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
