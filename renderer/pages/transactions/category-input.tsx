import { Anchor, Autocomplete, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { TransactionView } from '../../../src/contract/transaction-view.ts';
import { useTexts } from '../../base/words.tsx';
import { useAnswer } from '../../base/control/use-control.ts';
import { Confirm } from '../../parts/dialog-form.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { useRun } from '../../parts/use-run.ts';

interface CategoryInputProps {
  readonly accountId: string;
  readonly start: string;
  /** The number of transactions with a category to clear. */
  readonly categorized: number;
  readonly isPending: boolean;
  /** Null clears the category. */
  readonly set: (category: string | null) => void;
}

/** Sets an existing or a new category. An empty field does nothing; clearing has its own button, which asks first. */
export function CategoryInput({ accountId, start, categorized, isPending, set }: CategoryInputProps) {
  const text = useTexts().transactions;
  const [category, setCategory] = useState(start);
  const [isAsking, setIsAsking] = useState(false);
  const { data: categories = [] } = useAnswer('rule.categories', { accountId });
  const chosen = category.trim();
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== '') set(chosen);
      }}
    >
      <Group gap="xs" align="flex-end">
        <Autocomplete
          aria-label={text.category}
          placeholder={text.noCategory}
          value={category}
          onChange={setCategory}
          data={[...new Set(categories)]}
          limit={200}
          maxLength={200}
        />
        <Button type="submit" variant="light" loading={isPending} disabled={chosen === ''}>
          {text.setCategory}
        </Button>
        {categorized > 0 && (
          <Button variant="default" disabled={isPending} onClick={() => setIsAsking(true)}>
            {text.clearCategory}
          </Button>
        )}
      </Group>
      <Confirm
        title={text.clearTitle({ count: categorized })}
        confirmLabel={text.clearCategory}
        isOpen={isAsking}
        confirm={() => {
          setIsAsking(false);
          set(null);
        }}
        close={() => setIsAsking(false)}
      >
        {text.clearWhat}
      </Confirm>
    </form>
  );
}

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
