import { useState } from 'react';
import type { TransactionPage } from '../../../src/contract/control/transactions.ts';
import { MOST_SET_AT_ONCE, type TransactionView } from '../../../src/contract/transaction-view.ts';
import { useCarrier } from '../../control/control-context.tsx';
import { toFailure, type ControlFailure } from '../../control/failure.ts';
import { readOrder, type TransactionChoice } from '../../parts/transactions-address.ts';

export interface Selection {
  /** As they were shown when they were chosen. */
  readonly rows: readonly TransactionView[];
  readonly has: (row: TransactionView) => boolean;
  readonly toggle: (row: TransactionView) => void;
  /** Chooses all that fit, as many as may be written at once. */
  readonly selectAll: (accountId: string, choice: TransactionChoice) => void;
  readonly isPending: boolean;
  readonly failure: ControlFailure | null;
  readonly clear: () => void;
}

const NONE: ReadonlyMap<string, TransactionView> = new Map();

/** The transactions that a person chose to do something to. */
export function useSelection(): Selection {
  const carrier = useCarrier();
  const [chosen, setChosen] = useState(NONE);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<ControlFailure | null>(null);

  async function load(accountId: string, { order, ...filter }: TransactionChoice): Promise<void> {
    setPending(true);
    setFailure(null);
    const wanted = readOrder(order);
    try {
      const { rows } = (await carrier.call('transaction.list', {
        accountId,
        ...filter,
        ...(wanted && { order: wanted }),
        limit: MOST_SET_AT_ONCE,
      })) as TransactionPage;
      setChosen(new Map(rows.map((row) => [keyOf(row), row])));
    } catch (thrown) {
      setFailure(toFailure(thrown));
    } finally {
      setPending(false);
    }
  }

  return {
    rows: [...chosen.values()],
    has: (row) => chosen.has(keyOf(row)),
    toggle: (row) =>
      setChosen((before) => {
        const next = new Map(before);
        if (!next.delete(keyOf(row)) && next.size < MOST_SET_AT_ONCE) next.set(keyOf(row), row);
        return next;
      }),
    selectAll: (accountId, choice) => void load(accountId, choice),
    isPending,
    failure,
    clear: () => {
      setChosen(NONE);
      setFailure(null);
    },
  };
}

/** Ids may repeat in a sheet. */
function keyOf({ id, row }: TransactionView): string {
  return `${id} ${row}`;
}
