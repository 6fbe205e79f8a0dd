import type { QueryClient } from '@tanstack/react-query';
import type { Input, Output, ProcedureName } from '../../src/contract/control/index.ts';
import { storedAccountId } from '../base/stored-account.ts';
import type { Carrier } from './carrier.ts';

interface FirstAnswer {
  readonly name: ProcedureName;
  readonly input: unknown;
  readonly answer: Promise<unknown>;
  /** Null while it is on its way. */
  came: { readonly result: unknown; readonly at: number } | null;
}

/** Questions asked before there was a page to show them: the earlier ones at once, later ones as they come. */
export type FirstAnswers = (take: (first: FirstAnswer) => void) => void;

/** Where the address leads to the first page, and to the account that was looked at last. */
const FIRST_PAGE = new Set(['', '#', '#/']);

/**
 * Asks what the page will ask first, so that its buttons need not wait for it. It waits for an open line: what changes
 * after an answer was given is heard.
 */
export function askFirst(carrier: Carrier, isOpen: Promise<void>): FirstAnswers {
  const asked: FirstAnswer[] = [];
  let give = (first: FirstAnswer): unknown => asked.push(first);

  function ask<Name extends ProcedureName>(name: Name, input: Input<Name>): Promise<Output<Name>> {
    const answer = carrier.call(name, input) as Promise<Output<Name>>;
    const first: FirstAnswer = { name, input, answer, came: null };
    answer.then(
      (result) => {
        first.came = { result, at: Date.now() };
      },
      // Who takes it hears of it.
      () => undefined,
    );
    give(first);
    return answer;
  }

  async function askAll(): Promise<void> {
    await isOpen;
    const listed = ask('account.list', {});
    if (!FIRST_PAGE.has(location.hash)) return;
    void ask('service.status', {});
    const accounts = await listed;
    const kept = storedAccountId();
    const account = accounts.find(({ id }) => id === kept) ?? accounts[0];
    if (account !== undefined) void ask('welcome.get', { accountId: account.id });
  }

  askAll().catch(() => undefined);
  return (take) => {
    for (const first of asked) take(first);
    give = take;
  };
}

/** Gives a page what was answered so far, and lets it wait for the rest instead of asking once more. What failed, the page asks itself. */
export function takeFirstAnswers(queries: QueryClient, carrier: Carrier, answers: FirstAnswers): void {
  answers(({ name, input, answer, came }) => {
    const queryKey = [name, input];
    if (came === null)
      void queries.prefetchQuery({
        queryKey,
        queryFn: ({ signal }) => answer.catch(() => carrier.call(name, input, signal)),
      });
    else queries.setQueryData(queryKey, came.result, { updatedAt: came.at });
  });
}
