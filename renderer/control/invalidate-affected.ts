import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * Asks again for every answer that `isOld`, also for those still on their way: the service may have given them before
 * what has happened since. The library leaves a first answer under way alone, so it is called off first.
 */
export async function invalidateAffected(queries: QueryClient, isOld: (procedure: string) => boolean): Promise<void> {
  const concerned = ({ queryKey }: Query): boolean => isOld(String(queryKey[0]));
  await queries.cancelQueries({
    predicate: (query) => query.state.data === undefined && query.state.fetchStatus === 'fetching' && concerned(query),
  });
  await queries.invalidateQueries({ predicate: concerned });
}
