import { Anchor, Button, Group, Paper, Text } from '@mantine/core';
import { Link } from 'wouter';
import { MOST_SET_AT_ONCE } from '../../../src/contract/transaction-view.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import type { TransactionChoice } from '../../parts/transactions-address.ts';
import { useRun } from '../../parts/use-run.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import { CategoryInput } from './category-input.tsx';
import type { Selection } from './use-selection.ts';

interface BarProps {
  readonly accountId: string;
  readonly selection: Selection;
  readonly choice: TransactionChoice;
  /** How many fit the choice. */
  readonly total: number;
}

/** What can be done to the chosen transactions, and what came of it. */
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
