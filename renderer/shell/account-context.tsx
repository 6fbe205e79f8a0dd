import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import type { AccountView } from '../../src/contract/control/accounts.ts';
import type { ControlFailure } from '../control/failure.ts';
import { useAnswer } from '../control/use-control.ts';
import { ErrorState } from '../parts/error-state.tsx';
import { LoadingState } from '../parts/loading-state.tsx';

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
}

const ChoiceContext = createContext<Choice | null>(null);
const KEPT_AS = 'pennyrow.account';

/** The account that was looked at last, else the first one. An install always has one. The frame shows before it is known. */
export function ChosenAccount({ children }: { readonly children: ReactNode }) {
  const { data: accounts, error, refetch } = useAnswer('account.list', {});
  const [wanted, setWanted] = useState(() => localStorage.getItem(KEPT_AS));
  const choice = useMemo<Choice>(() => {
    const account = accounts?.find(({ id }) => id === wanted) ?? accounts?.[0];
    const choose = (accountId: string): void => {
      localStorage.setItem(KEPT_AS, accountId);
      setWanted(accountId);
    };
    return { chosen: accounts === undefined || account === undefined ? null : { account, accounts, choose }, failure: error, again: () => void refetch() };
  }, [accounts, wanted, error, refetch]);
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

function useChoice(): Choice {
  const choice = useContext(ChoiceContext);
  if (choice === null) throw new Error('A part of the page stands outside of ChosenAccount.');
  return choice;
}
