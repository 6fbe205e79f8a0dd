import { useMutation, useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import type { Input, Output, ProcedureName } from '../../src/contract/control/index.ts';
import { useCarrier } from './control-context.tsx';
import type { ControlFailure } from './failure.ts';

/**
 * The answer of a procedure that changes nothing, kept up to date; null as input asks nothing yet. With a `gcTime` of 0 whoever
 * comes later waits for an answer of their own, and sees nothing of the one before.
 */
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

/** A procedure that changes something, to be called by what a person does. */
export function useAction<Name extends ProcedureName>(
  name: Name,
): UseMutationResult<Output<Name>, ControlFailure, Input<Name>> {
  const carrier = useCarrier();
  return useMutation<Output<Name>, ControlFailure, Input<Name>>({
    mutationFn: (input) => carrier.call(name, input) as Promise<Output<Name>>,
  });
}
