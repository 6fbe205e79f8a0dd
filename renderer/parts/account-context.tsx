import { useMutation, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { navigate as go, useHashLocation } from 'wouter/use-hash-location';
import type { AccountView } from '../../src/contract/control/accounts.ts';
import type { Input, ProcedureName } from '../../src/contract/control/index.ts';
import type { CallInput, CallOutput, ControlFailure } from '../base/control/carrier.ts';
import { useAnswer, type AnswerOptions, useCarrier } from '../base/control/use-control.tsx';
import { LoadingState } from './layout.tsx';

interface SelectedAccount {
  readonly account: AccountView;
  readonly accounts: readonly AccountView[];
  readonly choose: (accountId: string) => void;
}

interface AccountSelection {
  readonly chosen: SelectedAccount | null;
  readonly failure: ControlFailure | null;
  readonly retry: () => void;
  /** True if a link named an unknown account, until the user dismisses the notice or chooses another account. */
  readonly isLinkUnknown: boolean;
  readonly dismiss: () => void;
}

const AccountContext = createContext<AccountSelection | null>(null);

/** Selects the account named by a link, then the one viewed last, then the first. */
export function AccountProvider({ children }: { readonly children: ReactNode }) {
  const { data: accounts, error, refetch } = useAnswer('account.list', {});
  const [location, navigate] = useLocation();
  const urlId = useNamedAccount();
  const [storedId, setStoredId] = useState(storedAccountId);
  const [linked, setLinked] = useState(urlId);
  if (urlId !== null && urlId !== linked) setLinked(urlId);
  const choice = useMemo<AccountSelection>(() => {
    const withId = (id: string | null): AccountView | undefined => accounts?.find((account) => account.id === id);
    const account = withId(linked) ?? withId(storedId) ?? accounts?.[0];
    const dismiss = (): void => setLinked(null);
    const choose = (accountId: string): void => {
      storeAccountId(accountId);
      setStoredId(accountId);
      dismiss();
    };
    const chosen = accounts === undefined || account === undefined ? null : { account, accounts, choose };
    return {
      chosen,
      failure: error,
      retry: () => void refetch(),
      isLinkUnknown: linked !== null && withId(linked) === undefined,
      dismiss,
    };
  }, [accounts, linked, storedId, error, refetch]);
  useEffect(() => {
    // Stores the account once it is in the list. The list may lack a new account until it is loaded again.
    if (linked !== null && accounts?.some(({ id }) => id === linked) === true) storeAccountId(linked);
  }, [linked, accounts]);
  useEffect(() => {
    if (urlId === null || accounts === undefined) return;
    // Removes the account from the address, since the user may choose another one on the page.
    navigate(location, { replace: true });
  }, [urlId, accounts, location, navigate]);
  return <AccountContext value={choice}>{children}</AccountContext>;
}

export function AccountGate({ children }: { readonly children: ReactNode }) {
  const { chosen, failure, retry } = useAccountSelection();
  return chosen === null ? <LoadingState failure={failure} retry={retry} /> : children;
}

export function useAccount(): SelectedAccount {
  const { chosen } = useAccountSelection();
  if (chosen === null) throw new Error('A part of the page is outside of AccountGate.');
  return chosen;
}

type AccountProcedure = {
  [Name in ProcedureName]: 'accountId' extends keyof Input<Name> ? Name : never;
}[ProcedureName];

export type AccountInput<Name extends AccountProcedure> = Omit<Input<Name>, 'accountId'>;

export function useAccountAnswer<Name extends AccountProcedure>(
  name: Name,
  ...[input, options]: object extends AccountInput<Name>
    ? [input?: AccountInput<Name> | null, options?: AnswerOptions<Name>]
    : [input: AccountInput<Name> | null, options?: AnswerOptions<Name>]
): UseQueryResult<CallOutput<Name>, ControlFailure> {
  const accountId = useAccount().account.id;
  return useAnswer(name, input === null ? null : ({ ...input, accountId } as CallInput<Name>), options);
}

export function useAccountAction<Name extends AccountProcedure>(
  name: Name,
): UseMutationResult<CallOutput<Name>, ControlFailure, AccountInput<Name>> {
  const carrier = useCarrier();
  const accountId = useAccount().account.id;
  return useMutation({ mutationFn: (input) => carrier.call(name, { ...input, accountId } as CallInput<Name>) });
}

export function useAccountSelection(): AccountSelection {
  const choice = useContext(AccountContext);
  if (choice === null) throw new Error('A part of the page is outside of AccountProvider.');
  return choice;
}

const ACCOUNT = 'account';

/** The path behind the `#`, without the account parameter: "/activity". */
export function usePageLocation(): [string, typeof go] {
  const [address] = useHashLocation();
  return [address.split('?')[0] ?? '/', goTo];
}

usePageLocation.hrefs = (path: string): string => `#${path}`;

function useNamedAccount(): string | null {
  const [address] = useHashLocation();
  return new URLSearchParams(address.split('?')[1] ?? '').get(ACCOUNT);
}

/** The router would move the query before the `#`, where it would stay on every page. */
function goTo(to: string, options?: Parameters<typeof go>[1]): void {
  const [path = '/', named] = to.split('?');
  if (named === undefined) go(path, options);
  else location.hash = `${path}?${named}`;
}

const KEPT_AS = 'pennyrow.account';

/** The account viewed last in this window, otherwise in any window. A reloaded window keeps its own account. */
function storedAccountId(): string | null {
  return sessionStorage.getItem(KEPT_AS) ?? localStorage.getItem(KEPT_AS);
}

function storeAccountId(accountId: string): void {
  sessionStorage.setItem(KEPT_AS, accountId);
  localStorage.setItem(KEPT_AS, accountId);
}
