import { Autocomplete, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useAnswer } from '../../control/use-control.ts';
import { useTexts } from '../../words/words.tsx';

interface CategoryInputProps {
  readonly accountId: string;
  readonly start: string;
  readonly isPending: boolean;
  /** What the button does, as a verb. */
  readonly label: string;
  readonly set: (category: string) => void;
}

/** One of the person's categories, or a new one; an empty one takes the category away. */
export function CategoryInput({ accountId, start, isPending, label, set }: CategoryInputProps) {
  const text = useTexts().transactions;
  const [category, setCategory] = useState(start);
  const { data: categories = [] } = useAnswer('rule.categories', { accountId });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        set(category.trim());
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
        <Button type="submit" variant="light" loading={isPending}>
          {label}
        </Button>
      </Group>
    </form>
  );
}
