import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { invalidateAffected, takeEvent } from './take-event.ts';
import type { Carrier, LineState } from './carrier.ts';

/** Separate contexts: a change of the connection state must not render every part that only calls procedures. */
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
