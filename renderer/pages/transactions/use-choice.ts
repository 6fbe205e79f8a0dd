import { useMemo } from 'react';
import { useLocation } from 'wouter';
import {
  readTransactionsAddress,
  transactionsAddress,
  type OpenTransaction,
  type TransactionChoice,
} from '../../parts/transactions-address.ts';

export interface Choosing {
  readonly choice: TransactionChoice;
  readonly open: OpenTransaction | null;
  /** Undefined takes a part of the choice away. Going back undoes it, unless it only continues with what was typed before. */
  readonly choose: (
    changes: { readonly [Name in keyof TransactionChoice]?: TransactionChoice[Name] | undefined },
    goesOn?: boolean,
  ) => void;
  readonly clear: () => void;
  readonly show: (transaction: OpenTransaction | null) => void;
}

/** What is chosen stands in the address, so that going back, a reload and links find it again. */
export function useChoice(): Choosing {
  const [location, navigate] = useLocation();
  const { choice, open } = useMemo(() => readTransactionsAddress(location), [location]);
  return {
    choice,
    open,
    choose: (changes, goesOn = false) => {
      const next = Object.fromEntries(
        Object.entries({ ...choice, ...changes }).filter(([, value]) => value !== undefined),
      );
      navigate(transactionsAddress(next), { replace: goesOn });
    },
    clear: () => navigate(transactionsAddress()),
    // Closing is no place to come back to.
    show: (transaction) => navigate(transactionsAddress(choice, transaction), { replace: transaction === null }),
  };
}
