import { Anchor, Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { TransactionPage } from '../../../src/contract/control/transactions.ts';
import { MOST_SET_AT_ONCE, type TransactionView } from '../../../src/contract/transaction-view.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useCarrier } from '../../base/control/control-context.tsx';
import { type ControlFailure, toFailure } from '../../base/control/failure.ts';
import { ErrorState } from '../../parts/states.tsx';
import { readOrder, type TransactionChoice } from '../../parts/transactions-address.ts';
import { useRun } from '../../parts/use-run.ts';
import { CategoryInput } from './category-input.tsx';

interface BarProps {
  readonly accountId: string;
  readonly selection: Selection;
  readonly choice: TransactionChoice;
  /** The number of rows in the choice. */
  readonly total: number;
}

export function SelectionBar({ accountId, selection, choice, total }: BarProps) {
  const text = useTexts().transactions;
  const format = useFormat();
  const work = useRun('transaction.setCategory');
  const { rows } = selection;
  const isChosen = rows.length > 0;
  const categorized = rows.filter(({ category }) => category !== '');
  const set = (category: string | null): void =>
    work.begin(
      {
        accountId,
        category,
        rows: (category === null ? categorized : rows).map(({ id, row, category: before }) => ({
          id,
          row,
          category: before,
        })),
      },
      selection.clear,
    );
  const all = Math.min(total, MOST_SET_AT_ONCE);
  return (
    <div>
      {isChosen && (
        <Paper withBorder p="xs" mb="xs" component="section" aria-label={text.selection}>
          <Group gap="sm">
            <Text size="sm" fw={600} role="status">
              {text.selected({ count: rows.length })}
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
              categorized={categorized.length}
              isPending={work.isPending}
              set={set}
            />
          </Group>
          {selection.failure !== null && <ErrorState failure={selection.failure} />}
          {work.failure !== null && <ErrorState failure={work.failure} />}
        </Paper>
      )}
      <Group gap="xs" role="status">
        {work.run !== null && !isChosen && (
          <>
            <Text size="sm">
              {text.categorySet({ count: work.run.counts.updated })}{' '}
              {work.run.counts.kept > 0 && text.categoryKept({ count: work.run.counts.kept })}
            </Text>
            <Anchor component={Link} href={`/activity/${work.run.id}`} size="sm">
              {text.undoIn}
            </Anchor>
          </>
        )}
      </Group>
    </div>
  );
}

export interface Selection {
  /** The rows as shown when they were selected. */
  readonly rows: readonly TransactionView[];
  readonly has: (row: TransactionView) => boolean;
  readonly toggle: (row: TransactionView) => void;
  /** Selects all rows of the choice, up to the limit of one change. */
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
