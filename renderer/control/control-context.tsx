import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { invalidateAffected } from './invalidate-affected.ts';
import type { Carrier, LineState } from './carrier.ts';
import { takeEvent } from './take-event.ts';

/** Apart from each other: nearly every part of a page asks something, and few show whether the service is heard. */
const CarrierContext = createContext<Carrier | null>(null);
const StateContext = createContext<LineState | 'connecting'>('connecting');

/** Keeps what is shown in step with the service: an event changes the answers that it concerns. */
export function ControlLine({ carrier, children }: { readonly carrier: Carrier; readonly children: ReactNode }) {
  const queries = useQueryClient();
  const [state, setState] = useState<LineState | 'connecting'>('connecting');
  useEffect(
    () =>
      carrier.subscribe(
        (event) => takeEvent(queries, event),
        (next, hasMissed) => {
          // Whatever happened while nothing was heard shows now, also what happened while the page was loading.
          if (next === 'connected' && hasMissed) void invalidateAffected(queries, () => true);
          // What was answered to the one who left is not there for the next.
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
  if (carrier === null) throw new Error('A part of the page stands outside of ControlLine.');
  return carrier;
}

/** Whether the service is heard. */
export function useLineState(): LineState | 'connecting' {
  return useContext(StateContext);
}
