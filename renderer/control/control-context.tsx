import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { ProgressView } from '../../src/contract/control/runs.ts';
import { invalidateAffected } from './invalidate-affected.ts';
import type { Carrier, LineState } from './carrier.ts';
import { isAffected } from './affected.ts';

interface Line {
  readonly carrier: Carrier;
  readonly state: LineState | 'connecting';
  /** How far each account's running run is. */
  readonly progress: ReadonlyMap<string, ProgressView>;
}

const LineContext = createContext<Line | null>(null);

/** Keeps what is shown in step with the service: an event makes everything that it concerns be asked again. */
export function ControlLine({ carrier, children }: { readonly carrier: Carrier; readonly children: ReactNode }) {
  const queries = useQueryClient();
  const [state, setState] = useState<Line['state']>('connecting');
  const [progress, setProgress] = useState<ReadonlyMap<string, ProgressView>>(new Map());
  useEffect(
    () =>
      carrier.subscribe(
        (event) => {
          if (event.type === 'progress')
            setProgress((before) => new Map(before).set(event.progress.accountId, event.progress));
          else void invalidateAffected(queries, (procedure) => isAffected(procedure, event));
          if (event.type === 'run' && event.run.finishedAt !== null)
            setProgress((before) => without(before, event.run.accountId));
        },
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
  const line = useMemo(() => ({ carrier, state, progress }), [carrier, state, progress]);
  return <LineContext value={line}>{children}</LineContext>;
}

export function useLine(): Line {
  const line = useContext(LineContext);
  if (line === null) throw new Error('A part of the page stands outside of ControlLine.');
  return line;
}

function without(progress: ReadonlyMap<string, ProgressView>, accountId: string): ReadonlyMap<string, ProgressView> {
  const rest = new Map(progress);
  rest.delete(accountId);
  return rest;
}
