import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * Asks again for every answer that `isOld`, also for those still on their way: the service may have given them before
 * what has happened since. The library leaves a first answer under way alone, so it is called off first.
 */
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
