import type { QueryClient } from '@tanstack/react-query';
import type { Input, Output, ProcedureName } from '../../../src/contract/control/index.ts';
import { storedAccountId } from '../stored-account.ts';
import type { Carrier } from './carrier.ts';

interface FirstAnswer {
  readonly name: ProcedureName;
  readonly input: unknown;
  readonly answer: Promise<unknown>;
  /** Null while the call is pending. */
  settled: { readonly result: unknown; readonly at: number } | null;
}

/** Passes the calls made before the page loaded to `take`: earlier ones at once, later ones as they start. */
export type FirstAnswers = (take: (first: FirstAnswer) => void) => void;

/** Addresses that open the first page with the account viewed last. */
const FIRST_PAGE = new Set(['', '#', '#/']);

/**
 * Prefetches the answers that the first page needs. It waits until events arrive, because a change after an answer would
 * otherwise go unnoticed.
 */
export function prefetchAnswers(carrier: Carrier, isOpen: Promise<void>): FirstAnswers {
  const firstAnswers: FirstAnswer[] = [];
  let give = (first: FirstAnswer): unknown => firstAnswers.push(first);

  function ask<Name extends ProcedureName>(name: Name, input: Input<Name>): Promise<Output<Name>> {
    const answer = carrier.call(name, input) as Promise<Output<Name>>;
    const first: FirstAnswer = { name, input, answer, settled: null };
    answer.then(
      (result) => {
        first.settled = { result, at: Date.now() };
      },
      // The page handles the failure when it takes the answer.
      () => undefined,
    );
    give(first);
    return answer;
  }

  async function prefetchAll(): Promise<void> {
    await isOpen;
    const listed = ask('account.list', {});
    if (!FIRST_PAGE.has(location.hash)) return;
    void ask('service.status', {});
    const accounts = await listed;
    const storedId = storedAccountId();
    const account = accounts.find(({ id }) => id === storedId) ?? accounts[0];
    if (account !== undefined) void ask('welcome.get', { accountId: account.id });
  }

  prefetchAll().catch(() => undefined);
  return (take) => {
    for (const first of firstAnswers) take(first);
    give = take;
  };
}

/** Moves the prefetched answers into the page's cache. The page repeats calls that failed. */
export function takeFirstAnswers(queries: QueryClient, carrier: Carrier, answers: FirstAnswers): void {
  answers(({ name, input, answer, settled }) => {
    const queryKey = [name, input];
    if (settled === null)
      void queries.prefetchQuery({
        queryKey,
        queryFn: ({ signal }) => answer.catch(() => carrier.call(name, input, signal)),
      });
    else queries.setQueryData(queryKey, settled.result, { updatedAt: settled.at });
  });
}
