import type { QueryClient } from '@tanstack/react-query';
import type { ControlEvent } from '../../src/contract/control/events.ts';
import type { Input, Output } from '../../src/contract/control/index.ts';
import { isAffected } from './affected.ts';
import { invalidateAffected } from './invalidate-affected.ts';

/** What an event tells by itself; the rest is asked. */
type Told = 'run.get' | 'run.progress';

/** Brings the answers in step with what happened: those that the event holds change at once, others that it affects are asked again. */
export function takeEvent(queries: QueryClient, event: ControlEvent): void {
  if (event.type === 'progress') {
    put(queries, 'run.progress', { accountId: event.progress.accountId }, event.progress);
    return;
  }
  if (event.type !== 'run') {
    void invalidateAffected(queries, (procedure) => isAffected(procedure, event));
    return;
  }
  const { id: runId, accountId, finishedAt } = event.run;
  // An answer may be ahead of the events, and no run begins again.
  const known = queries.getQueryData<Output<'run.get'>>(['run.get', { runId }]);
  if (finishedAt !== null || known === undefined || known.finishedAt === null)
    put(queries, 'run.get', { runId }, event.run);
  if (finishedAt !== null) put(queries, 'run.progress', { accountId }, null);
  const isTold = (procedure: string, input: unknown): boolean =>
    procedure === 'run.progress' || (procedure === 'run.get' && (input as Input<'run.get'> | null)?.runId === runId);
  void invalidateAffected(queries, (procedure, input) => isAffected(procedure, event) && !isTold(procedure, input));
}

/** Only where somebody has asked. An answer on its way may be from before the event, so it is called off. */
function put<Name extends Told>(queries: QueryClient, name: Name, input: Input<Name>, answer: Output<Name>): void {
  const queryKey = [name, input];
  if (queries.getQueryState(queryKey) === undefined) return;
  void queries.cancelQueries({ queryKey, exact: true });
  queries.setQueryData(queryKey, answer);
}
