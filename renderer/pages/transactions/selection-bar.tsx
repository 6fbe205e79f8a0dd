import { Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import type { TransactionPage } from '../../../src/contract/control/transactions.ts';
import { MOST_SET_AT_ONCE, type TransactionView } from '../../../src/contract/transaction-view.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useCarrier } from '../../base/control/control-context.tsx';
import { type ControlFailure, toFailure } from '../../base/control/failure.ts';
import { ErrorState } from '../../parts/layout.tsx';
import { readOrder, type TransactionChoice } from '../../parts/transactions-address.ts';
import { type CategoryChange, CategoryInput } from './category-input.tsx';

interface BarProps {
  readonly accountId: string;
  readonly selection: Selection;
  readonly change: CategoryChange;
  readonly choice: TransactionChoice;
  readonly total: number;
}

export function SelectionBar({ accountId, selection, change, choice, total }: BarProps) {
  const text = useTexts().transactions;
  const format = useFormat();
  const { rows } = selection;
  const all = Math.min(total, MOST_SET_AT_ONCE);
  if (rows.length === 0) return null;
  return (
    <Paper withBorder p="xs" mb="xs" component="section" aria-label={text.selection}>
      <Group gap="sm">
        <Text size="sm" fw={600} role="status">
          {text.selected({ count: rows.length })}
          {sumsOf(rows).map(({ amount, currency }) => ` · ${format.money(amount, currency)}`)}
        </Text>
        {rows.length < all && (
          <Button
            variant="default"
            size="compact-sm"
            loading={selection.isPending}
            onClick={() => selection.selectAll(accountId, choice)}
          >
            {text.selectAll({ rows: format.number(all) })}
          </Button>
        )}
        <Button variant="default" size="compact-sm" onClick={selection.clear}>
          {text.clearSelection}
        </Button>
        <CategoryInput
          accountId={accountId}
          start=""
          categorized={rows.filter(({ category }) => category !== '').length}
          isPending={change.work.isPending}
          set={(category) => change.set(rows, category, selection.clear)}
        />
      </Group>
      {selection.failure !== null && <ErrorState failure={selection.failure} />}
    </Paper>
  );
}

/** By currency, exact to the last digit of the amounts. */
export function sumsOf(rows: readonly TransactionView[]): { readonly amount: string; readonly currency: string }[] {
  const byCurrency = Map.groupBy(
    rows.filter(({ amount }) => amount !== ''),
    ({ currency }) => currency,
  );
  return [...byCurrency].map(([currency, those]) => {
    const digits = Math.max(...those.map(({ amount }) => amount.split('.')[1]?.length ?? 0));
    const sum = those.reduce((total, { amount }) => total + Math.round(Number(amount) * 10 ** digits), 0);
    return { currency, amount: (sum / 10 ** digits).toFixed(digits) };
  });
}

export interface Selection {
  readonly rows: readonly TransactionView[];
  readonly has: (row: TransactionView) => boolean;
  readonly toggle: (row: TransactionView) => void;
  readonly selectAll: (accountId: string, choice: TransactionChoice) => void;
  readonly isPending: boolean;
  readonly failure: ControlFailure | null;
  readonly clear: () => void;
}

const NONE: ReadonlyMap<string, TransactionView> = new Map();

export function useSelection(): Selection {
  const carrier = useCarrier();
  const [chosen, setChosen] = useState(NONE);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<ControlFailure | null>(null);

  async function load(accountId: string, { order, ...filter }: TransactionChoice): Promise<void> {
    setPending(true);
    setFailure(null);
    const sortOrder = readOrder(order);
    try {
      const { rows } = (await carrier.call('transaction.list', {
        accountId,
        ...filter,
        ...(sortOrder && { order: sortOrder }),
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
