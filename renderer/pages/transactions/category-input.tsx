import { Autocomplete, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useAnswer } from '../../control/use-control.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useTexts } from '../../words/words.tsx';

interface CategoryInputProps {
  readonly accountId: string;
  readonly start: string;
  /** How many of the transactions have a category that can be cleared. */
  readonly categorized: number;
  readonly isPending: boolean;
  /** Null clears the category. */
  readonly set: (category: string | null) => void;
}

/** Sets one of the account's categories or a new one. An empty field does nothing; clearing is a button that asks first. */
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
        yes={text.clearCategory}
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
