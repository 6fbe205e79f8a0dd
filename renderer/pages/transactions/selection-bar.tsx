import { Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { MOST_SET_AT_ONCE, type TransactionView } from '../../../src/contract/transaction-view.ts';
import { useTexts } from '../../base/words.tsx';
import { ErrorState } from '../../parts/layout.tsx';
import { toListInput, type TransactionChoice } from '../../parts/transactions-address.ts';
import { type CategoryChange, CategoryInput } from './category-input.tsx';
import { useAccountAction } from '../../parts/account-context.tsx';
import { sumOf } from '../../parts/sum.ts';

interface BarProps {
  readonly selection: Selection;
  readonly change: CategoryChange;
  readonly choice: TransactionChoice;
  readonly total: number;
}

export function SelectionBar({ selection, change, choice, total }: BarProps) {
  const { transactions: text, format } = useTexts();
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
            onClick={() => selection.selectAll(choice)}
          >
            {text.selectAll({ rows: format.number(all) })}
          </Button>
        )}
        <Button variant="default" size="compact-sm" onClick={selection.clear}>
          {text.clearSelection}
        </Button>
        <CategoryInput
          start=""
          categorized={rows.filter(({ category }) => category !== '').length}
          isPending={change.work.isPending}
          set={(category) => change.set(rows, category, selection.clear)}
        />
      </Group>
      <ErrorState failure={selection.error} />
    </Paper>
  );
}

export function sumsOf(rows: readonly TransactionView[]): { readonly amount: string; readonly currency: string }[] {
  const byCurrency = Map.groupBy(
    rows.filter(({ amount }) => amount !== ''),
    ({ currency }) => currency,
  );
  return [...byCurrency].map(([currency, those]) => ({ currency, amount: sumOf(those.map(({ amount }) => amount)) }));
}

export type Selection = ReturnType<typeof useSelection>;

const NONE: ReadonlyMap<string, TransactionView> = new Map();

export function useSelection() {
  const [chosen, setChosen] = useState(NONE);
  const { mutate, isPending, error, reset } = useAccountAction('transaction.list');
  return {
    rows: [...chosen.values()],
    has: (row: TransactionView): boolean => chosen.has(keyOf(row)),
    toggle: (row: TransactionView): void =>
      setChosen((before) => {
        const next = new Map(before);
        if (!next.delete(keyOf(row)) && next.size < MOST_SET_AT_ONCE) next.set(keyOf(row), row);
        return next;
      }),
    selectAll: (choice: TransactionChoice): void =>
      mutate(
        { ...toListInput(choice), limit: MOST_SET_AT_ONCE },
        { onSuccess: ({ rows }) => setChosen(new Map(rows.map((row) => [keyOf(row), row]))) },
      ),
    isPending,
    error,
    clear: (): void => {
      setChosen(NONE);
      reset();
    },
  };
}

/** Contains the row number, because ids may repeat in a sheet. */
export function keyOf({ id, row }: Pick<TransactionView, 'id' | 'row'>): string {
  return `${id} ${row}`;
}
