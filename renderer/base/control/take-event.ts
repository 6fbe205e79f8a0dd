import type { QueryClient, Query } from '@tanstack/react-query';
import type { ControlEvent } from '../../../src/contract/control/events.ts';
import type { Input, Output } from '../../../src/contract/control/index.ts';
import { isAffected } from './affected.ts';

type EventAnswer = 'run.get' | 'run.progress';

/** Updates the cached answers that the event contains, and invalidates other answers that it affects. */
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
  // Keeps a cached run that has finished: runs never start again, so an event that says otherwise is older.
  const cachedRun = queries.getQueryData<Output<'run.get'>>(['run.get', { runId }]);
  if (finishedAt !== null || cachedRun === undefined || cachedRun.finishedAt === null)
    put(queries, 'run.get', { runId }, event.run);
  if (finishedAt !== null) put(queries, 'run.progress', { accountId }, null);
  const isInEvent = (procedure: string, input: unknown): boolean =>
    procedure === 'run.progress' || (procedure === 'run.get' && (input as Input<'run.get'> | null)?.runId === runId);
  void invalidateAffected(queries, (procedure, input) => isAffected(procedure, event) && !isInEvent(procedure, input));
}

/** Replaces the answer if it is cached. A pending call is canceled, because its answer may be older than the event. */
function put<Name extends EventAnswer>(
  queries: QueryClient,
  name: Name,
  input: Input<Name>,
  answer: Output<Name>,
): void {
  const queryKey = [name, input];
  if (queries.getQueryState(queryKey) === undefined) return;
  void queries.cancelQueries({ queryKey, exact: true });
  queries.setQueryData(queryKey, answer);
}

/** Also cancels first requests in progress: their answers may be older than the event, and React Query would not repeat them. */
export async function invalidateAffected(
  queries: QueryClient,
  isOld: (procedure: string, input: unknown) => boolean,
): Promise<void> {
  const concerned = ({ queryKey: [procedure, input] }: Query): boolean => isOld(String(procedure), input);
  await queries.cancelQueries({
    predicate: (query) => query.state.data === undefined && query.state.fetchStatus === 'fetching' && concerned(query),
  });
  await queries.invalidateQueries({ predicate: concerned });
}
