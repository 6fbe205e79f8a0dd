import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { PreviewLine, PreviewView } from '../../../../src/contract/control/runs.ts';
import { useLine } from '../../../control/control-context.tsx';
import type { ControlFailure } from '../../../control/failure.ts';
import type { Batch } from './chosen-file.ts';

export interface DryRun {
  readonly lines: readonly PreviewLine[];
  /** How many rows would be added or changed. */
  readonly changes: number;
}

/** What importing these files would do now. Asked again whenever they, or how they are read, change; `reading` counts the latter. */
export function useDryRun(
  accountId: string,
  batches: readonly Batch[],
  reading: number,
): UseQueryResult<DryRun, ControlFailure> {
  const { carrier } = useLine();
  return useQuery<DryRun, ControlFailure>({
    // No procedure's name, since the end of the import must not ask for files that are gone by then.
    queryKey: ['dry-run', accountId, batches, reading],
    queryFn: async ({ signal }) => {
      const previews: PreviewView[] = [];
      for (const batch of batches)
        previews.push((await carrier.call('run.preview', { accountId, ...batch }, signal)) as PreviewView);
      return {
        lines: previews.flatMap(({ lines }) => lines),
        changes: previews.reduce(
          (sum, { counts }) => sum + counts.added + counts.updated + (counts.alreadyThere ?? 0),
          0,
        ),
      };
    },
    enabled: batches.length > 0,
    gcTime: 0,
  });
}
