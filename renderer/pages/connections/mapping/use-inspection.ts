import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { CsvAnswers, StatementInspection } from '../../../../src/contract/control/statements.ts';
import { useCarrier } from '../../../control/control-context.tsx';
import type { ControlFailure } from '../../../control/failure.ts';

/** How the file would be read with these answers; what was shown before stays until the new answer is there. */
export function useInspection(
  accountId: string,
  path: string,
  answers: CsvAnswers,
): UseQueryResult<StatementInspection, ControlFailure> {
  const carrier = useCarrier();
  return useQuery<StatementInspection, ControlFailure>({
    queryKey: ['inspection', accountId, path, answers],
    queryFn: ({ signal }) =>
      carrier.call('statement.inspect', { accountId, path, answers }, signal) as Promise<StatementInspection>,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}
