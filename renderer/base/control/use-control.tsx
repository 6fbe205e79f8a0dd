import {
  skipToken,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { invalidateAffected, takeEvent } from './take-event.ts';
import type { CallInput, CallName, CallOutput, Carrier, ControlFailure, LineState } from './carrier.ts';
import type { ProgressView } from '../../../src/contract/control/runs.ts';

/** Two contexts, so that a change of the connection state does not render components that only call procedures. */
const CarrierContext = createContext<Carrier | null>(null);
const StateContext = createContext<LineState | 'connecting'>('connecting');

export function ControlLine({ carrier, children }: { readonly carrier: Carrier; readonly children: ReactNode }) {
  const queries = useQueryClient();
  const [state, setState] = useState<LineState | 'connecting'>('connecting');
  useEffect(
    () =>
      carrier.subscribe(
        (event) => takeEvent(queries, event),
        (next) => {
          // Events may have been lost, so every cached answer may be stale.
          if (next === 'connected') void invalidateAffected(queries, () => true);
          // The next user of this page must not see the previous user's data.
          if (next === 'signed-out') queries.clear();
          setState(next);
        },
      ),
    [carrier, queries],
  );
  return (
    <CarrierContext value={carrier}>
      <StateContext value={state}>{children}</StateContext>
    </CarrierContext>
  );
}

export function useCarrier(): Carrier {
  const carrier = useContext(CarrierContext);
  if (carrier === null) throw new Error('useCarrier needs a ControlLine around it.');
  return carrier;
}

export function useLineState(): LineState | 'connecting' {
  return useContext(StateContext);
}

export type AnswerOptions<Name extends CallName> = Pick<
  UseQueryOptions<CallOutput<Name>, ControlFailure>,
  'gcTime' | 'placeholderData' | 'refetchInterval' | 'refetchOnMount' | 'refetchOnWindowFocus' | 'staleTime'
>;

/** A null input makes no call. With a `gcTime` of 0, a component mounted later never shows the previous answer. */
export function useAnswer<Name extends CallName>(
  name: Name,
  input: CallInput<Name> | null,
  options: AnswerOptions<Name> = {},
): UseQueryResult<CallOutput<Name>, ControlFailure> {
  const carrier = useCarrier();
  return useQuery<CallOutput<Name>, ControlFailure>({
    queryKey: [name, input],
    queryFn: input === null ? skipToken : ({ signal }) => carrier.call(name, input, signal),
    ...options,
  });
}

export function useAction<Name extends CallName>(
  name: Name,
): UseMutationResult<CallOutput<Name>, ControlFailure, CallInput<Name>> {
  const carrier = useCarrier();
  return useMutation({ mutationFn: (input) => carrier.call(name, input) });
}

/** False if the account has no source that a sync could query; true while loading. */
export function useCanSync(accountId: string): boolean {
  const { data } = useAnswer('service.status', {});
  return data?.accounts.find(({ id }) => id === accountId)?.canSync ?? true;
}

/** Null while loading, and if no run is in progress. Requests the first value, because a run may send no event for a while. */
export function useRunProgress(accountId: string): ProgressView | null {
  return useAnswer('run.progress', { accountId }).data ?? null;
}
