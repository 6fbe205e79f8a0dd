import { useMutation, useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import type { Input, Output, ProcedureName } from '../../../src/contract/control/index.ts';
import { useCarrier } from './control-context.tsx';
import type { ControlFailure } from './failure.ts';
import type { ProgressView } from '../../../src/contract/control/runs.ts';

/** A null input makes no call. With a `gcTime` of 0, a component mounted later never shows the previous answer. */
export function useAnswer<Name extends ProcedureName>(
  name: Name,
  input: Input<Name> | null,
  options: { readonly gcTime?: 0 } = {},
): UseQueryResult<Output<Name>, ControlFailure> {
  const carrier = useCarrier();
  return useQuery<Output<Name>, ControlFailure>({
    queryKey: [name, input],
    queryFn: ({ signal }) => carrier.call(name, input, signal) as Promise<Output<Name>>,
    enabled: input !== null,
    ...options,
  });
}

export function useAction<Name extends ProcedureName>(
  name: Name,
): UseMutationResult<Output<Name>, ControlFailure, Input<Name>> {
  const carrier = useCarrier();
  return useMutation<Output<Name>, ControlFailure, Input<Name>>({
    mutationFn: (input) => carrier.call(name, input) as Promise<Output<Name>>,
  });
}

/** False if the account has no source that a sync could query; true while loading. */
export function useCanSync(accountId: string): boolean {
  const { data } = useAnswer('service.status', {});
  return data?.accounts.find(({ id }) => id === accountId)?.canSync ?? true;
}

/** Null if none runs, and while loading. Requested first, since a run may send no event for a while. */
export function useRunProgress(accountId: string): ProgressView | null {
  return useAnswer('run.progress', { accountId }).data ?? null;
}
