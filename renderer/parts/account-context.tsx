import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { AccountView } from '../../src/contract/control/accounts.ts';
import type { ControlFailure } from '../control/failure.ts';
import { useAnswer } from '../control/use-control.ts';
import { ErrorState, LoadingState } from './states.tsx';
import { keepAccount, keptAccount } from '../base/kept-account.ts';
import { navigate as go, useHashLocation } from 'wouter/use-hash-location';

interface Chosen {
  /** The account whose data the pages show. */
  readonly account: AccountView;
  readonly accounts: readonly AccountView[];
  readonly choose: (accountId: string) => void;
}

/** What is known of it: null and no failure while the accounts are on their way. */
interface Choice {
  readonly chosen: Chosen | null;
  readonly failure: ControlFailure | null;
  readonly again: () => void;
  /** Whether a link named an account that is not there; until that was read or another one is chosen. */
  readonly isStrayed: boolean;
  readonly forgive: () => void;
}

const ChoiceContext = createContext<Choice | null>(null);

/**
 * The account that a link named, else the one that was looked at last, else the first one. An install always has one.
 * The frame shows before it is known.
 */
export function ChosenAccount({ children }: { readonly children: ReactNode }) {
  const { data: accounts, error, refetch } = useAnswer('account.list', {});
  const [location, navigate] = useLocation();
  const named = useNamedAccount();
  const [kept, setKept] = useState(keptAccount);
  const [linked, setLinked] = useState(named);
  if (named !== null && named !== linked) setLinked(named);
  const choice = useMemo<Choice>(() => {
    const withId = (id: string | null): AccountView | undefined => accounts?.find((account) => account.id === id);
    const account = withId(linked) ?? withId(kept) ?? accounts?.[0];
    const forgive = (): void => setLinked(null);
    const choose = (accountId: string): void => {
      keepAccount(accountId);
      setKept(accountId);
      forgive();
    };
    const chosen = accounts === undefined || account === undefined ? null : { account, accounts, choose };
    return {
      chosen,
      failure: error,
      again: () => void refetch(),
      isStrayed: linked !== null && withId(linked) === undefined,
      forgive,
    };
  }, [accounts, linked, kept, error, refetch]);
  useEffect(() => {
    // The account may be newer than the list, and come with the next one.
    if (linked !== null && accounts?.some(({ id }) => id === linked) === true) keepAccount(linked);
  }, [linked, accounts]);
  useEffect(() => {
    if (named === null || accounts === undefined) return;
    // Another account may be chosen on the page, and the address must not say otherwise.
    navigate(location, { replace: true });
  }, [named, accounts, location, navigate]);
  return <ChoiceContext value={choice}>{children}</ChoiceContext>;
}

/** What needs an account to show anything. */
export function WithAccount({ children }: { readonly children: ReactNode }) {
  const { chosen, failure, again } = useChoice();
  if (chosen !== null) return children;
  return failure === null ? <LoadingState /> : <ErrorState failure={failure} again={again} />;
}

/** The accounts once they are known; null before. */
export function useChosen(): Chosen | null {
  return useChoice().chosen;
}

/** Only inside of `WithAccount`. */
export function useAccount(): Chosen {
  const { chosen } = useChoice();
  if (chosen === null) throw new Error('A part of the page stands outside of WithAccount.');
  return chosen;
}

export function useChoice(): Choice {
  const choice = useContext(ChoiceContext);
  if (choice === null) throw new Error('A part of the page stands outside of ChosenAccount.');
  return choice;
}

const ACCOUNT = 'account';

/** Where the address stands after its mark, without the account that a link names behind it: "/activity". */
export function usePageLocation(): [string, typeof go] {
  const [address] = useHashLocation();
  return [address.split('?')[0] ?? '/', goTo];
}

usePageLocation.hrefs = (path: string): string => `#${path}`;

/** The account that the address names: `#/activity?account=account_1`; null where it names none. */
function useNamedAccount(): string | null {
  const [address] = useHashLocation();
  return new URLSearchParams(address.split('?')[1] ?? '').get(ACCOUNT);
}

/** The router would put what follows the question mark before the mark of the address, where it would stay on every page. */
function goTo(to: string, options?: Parameters<typeof go>[1]): void {
  const [path = '/', named] = to.split('?');
  if (named === undefined) go(path, options);
  else location.hash = `${path}?${named}`;
}
