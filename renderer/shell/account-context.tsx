import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import type { AccountView } from '../../src/contract/control/accounts.ts';
import { useAnswer } from '../control/use-control.ts';
import { ErrorState } from '../parts/error-state.tsx';
import { LoadingState } from '../parts/loading-state.tsx';

interface Chosen {
  /** The account whose data the pages show. */
  readonly account: AccountView;
  readonly accounts: readonly AccountView[];
  readonly choose: (accountId: string) => void;
}

const ChosenContext = createContext<Chosen | null>(null);
const KEPT_AS = 'pennyrow.account';

/** The account that was looked at last, else the first one. An install always has one. */
export function ChosenAccount({ children }: { readonly children: ReactNode }) {
  const { data: accounts, error, refetch } = useAnswer('account.list', {});
  const [wanted, setWanted] = useState(() => localStorage.getItem(KEPT_AS));
  const chosen = useMemo(() => {
    const account = accounts?.find(({ id }) => id === wanted) ?? accounts?.[0];
    if (accounts === undefined || account === undefined) return null;
    const choose = (accountId: string): void => {
      localStorage.setItem(KEPT_AS, accountId);
      setWanted(accountId);
    };
    return { account, accounts, choose };
  }, [accounts, wanted]);
  if (chosen !== null) return <ChosenContext value={chosen}>{children}</ChosenContext>;
  return error === null ? <LoadingState /> : <ErrorState failure={error} again={() => void refetch()} />;
}

export function useAccount(): Chosen {
  const chosen = useContext(ChosenContext);
  if (chosen === null) throw new Error('A part of the page stands outside of ChosenAccount.');
  return chosen;
}
