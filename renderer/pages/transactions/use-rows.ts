import { keepPreviousData, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { TransactionPage } from '../../../src/contract/control/transactions.ts';
import { useCarrier } from '../../base/control/use-control.tsx';
import type { ControlFailure } from '../../base/control/carrier.ts';
import { toListInput, type TransactionChoice } from '../../parts/transactions-address.ts';
import { useAccount } from '../../parts/account-context.tsx';

const ROWS_PER_PAGE = 100;
/** Rows out of view are dropped after this time, because a long scroll would otherwise fill the memory. */
const KEPT_MS = 60_000;

/** The choice whose rows are shown: the requested one once its first page is loaded, until then the previous one. */
export function useShown(requestedChoice: TransactionChoice) {
  const query = usePageQuery(requestedChoice);
  const { data, error, isPlaceholderData, refetch } = useQuery<TransactionPage, ControlFailure>({
    ...query(0),
    placeholderData: keepPreviousData,
  });
  const [choice, setChoice] = useState(requestedChoice);
  const isReady = data !== undefined && !isPlaceholderData;
  if (isReady && choice !== requestedChoice) setChoice(requestedChoice);
  return {
    shown: data === undefined ? null : { choice: isReady ? requestedChoice : choice, ...data },
    isBehind: isPlaceholderData,
    failure: error,
    retry: refetch,
  };
}

export function useRows(
  choice: TransactionChoice,
  { first, last, active }: { readonly first: number; readonly last: number; readonly active: number },
) {
  const query = usePageQuery(choice);
  const visible = Array.from({ length: pageOf(last) - pageOf(first) + 1 }, (_, place) => pageOf(first) + place);
  const pages = [...new Set([...visible, pageOf(active)])];
  const answers: UseQueryResult<TransactionPage, ControlFailure>[] = useQueries({
    queries: pages.map(query),
  });
  const failed = answers.find(({ error, data }) => error !== null && data === undefined);
  return {
    rowAt: (index: number) => answers[pages.indexOf(pageOf(index))]?.data?.rows[index % ROWS_PER_PAGE] ?? null,
    failure: failed?.error ?? null,
    retry: (): void => {
      for (const { error, refetch } of answers) if (error !== null) void refetch();
    },
  };
}

function pageOf(index: number): number {
  return Math.floor(index / ROWS_PER_PAGE);
}

function usePageQuery(choice: TransactionChoice) {
  const carrier = useCarrier();
  const accountId = useAccount().account.id;
  return (page: number) => {
    const input = { accountId, ...toListInput(choice), offset: page * ROWS_PER_PAGE, limit: ROWS_PER_PAGE };
    return {
      queryKey: ['transaction.list', input] as const,
      // Cancels the request when its rows scroll out of view.
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => carrier.call('transaction.list', input, signal),
      gcTime: KEPT_MS,
    };
  };
}
