import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { KeptPreview } from '../../../../src/contract/control/previews.ts';
import { useCarrier } from '../../../control/control-context.tsx';
import type { ControlFailure } from '../../../control/failure.ts';
import type { Batch } from './chosen-file.ts';

/** How many rows would be added, changed or claimed. */
export function changesOf({ added, updated, alreadyThere = 0 }: KeptPreview['counts']): number {
  return added + updated + alreadyThere;
}

/**
 * What importing these files would do now. Asked again whenever they, or how they are read, change; `reading` counts the latter.
 * `decided`: transactions of which a person has decided something.
 */
export function useDryRun(
  accountId: string,
  batches: readonly Batch[],
  reading: number,
  decided: { readonly current: readonly string[] },
): UseQueryResult<KeptPreview, ControlFailure> {
  const carrier = useCarrier();
  return useQuery<KeptPreview, ControlFailure>({
    // No procedure's name, since the end of the import must not ask for files that are gone by then.
    queryKey: ['dry-run', accountId, batches, reading],
    queryFn: ({ signal }) =>
      carrier.call('preview.make', { accountId, batches, decided: decided.current }, signal) as Promise<KeptPreview>,
    enabled: batches.length > 0,
    gcTime: 0,
  });
}
