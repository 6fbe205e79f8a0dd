import type { PlanInput } from '../plan.ts';
import type { Arrival } from './arrival.ts';
import type { Coverage } from './coverage.ts';
import type { Similarity } from './matching/description-similarity.ts';
import type { KnownIndex } from './known.ts';
import type { WasRenumbered } from './matching/occurrence/renumbering.ts';
import type { TransactionIds } from './matching/occurrence/transaction-ids.ts';

/** What every rule may look at while one plan is made. */
export interface Planning {
  readonly input: PlanInput;
  /** Everything that the source gave. */
  readonly arrivals: readonly Arrival[];
  readonly known: KnownIndex;
  readonly coverage: Coverage;
  readonly similarity: Similarity;
  readonly ids: TransactionIds;
  readonly wasRenumbered: WasRenumbered;
}
