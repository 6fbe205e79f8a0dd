import { useInfiniteQuery } from '@tanstack/react-query';
import type { Run } from '../../../src/contract/control/runs.ts';
import { useCarrier } from '../../control/control-context.tsx';
import type { ControlFailure } from '../../control/failure.ts';

const PAGE = 30;

/** The account's runs, newest first, more of them on demand; events make all that are shown be asked again. */
export function useRuns(accountId: string) {
  const carrier = useCarrier();
  return useInfiniteQuery<readonly Run[], ControlFailure, readonly Run[], readonly unknown[], string | undefined>({
    // The beginning is what events go by.
    queryKey: ['run.list', 'pages', accountId],
    queryFn: ({ pageParam, signal }) =>
      carrier.call(
        'run.list',
        { accountId, limit: PAGE, ...(pageParam === undefined ? {} : { before: pageParam }) },
        signal,
      ) as Promise<readonly Run[]>,
    initialPageParam: undefined,
    getNextPageParam: (last) => (last.length < PAGE ? undefined : last.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
  });
}
