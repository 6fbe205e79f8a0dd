import { Anchor, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import type { TransactionView } from '../../../../src/contract/transaction-view.ts';
import { ErrorState } from '../../../parts/error-state.tsx';
import { useRun } from '../../../parts/use-run.ts';
import { useTexts } from '../../../words/words.tsx';
import { CategoryInput } from '../category-input.tsx';

/** Sets or clears the category of one transaction. */
export function SetCategory({
  accountId,
  transaction: { id, row, category },
}: {
  readonly accountId: string;
  readonly transaction: TransactionView;
}) {
  const text = useTexts().transactions;
  const work = useRun('transaction.setCategory');
  return (
    <section>
      <Title order={3} mb={4}>
        {text.category}
      </Title>
      <Stack gap="xs">
        <CategoryInput
          key={category}
          accountId={accountId}
          start={category}
          categorized={category === '' ? 0 : 1}
          isPending={work.isPending}
          set={(next) => {
            if (next !== category) work.begin({ accountId, category: next, rows: [{ id, row, category }] });
          }}
        />
        {work.failure !== null && <ErrorState failure={work.failure} />}
        <div role="status">
          {work.run !== null && (
            <Text size="sm">
              {text.categorySet({ count: work.run.counts.updated })}{' '}
              <Anchor component={Link} href={`/activity/${work.run.id}`} size="sm">
                {text.undoIn}
              </Anchor>
            </Text>
          )}
        </div>
      </Stack>
    </section>
  );
}
