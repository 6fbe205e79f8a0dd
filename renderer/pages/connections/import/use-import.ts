import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import type { RowAnswer, Run, StartedRun } from '../../../../src/contract/control/runs.ts';
import { useCarrier } from '../../../control/control-context.tsx';
import type { ControlFailure } from '../../../control/failure.ts';
import type { Batch } from './chosen-file.ts';

export interface Wanted {
  readonly batches: readonly Batch[];
  /** What the person said in the preview. */
  readonly answers: RowAnswer[];
}

/** Imports one batch after another, and answers once all of them have ended. */
export function useImport(accountId: string): UseMutationResult<readonly Run[], ControlFailure, Wanted> {
  const carrier = useCarrier();
  return useMutation<readonly Run[], ControlFailure, Wanted>({
    mutationFn: async ({ batches, answers }) => {
      const runs: Run[] = [];
      for (const batch of batches) {
        const { runId } = (await carrier.call('run.import', { accountId, ...batch, answers })) as StartedRun;
        runs.push((await carrier.call('run.wait', { runId })) as Run);
      }
      return runs;
    },
  });
}
