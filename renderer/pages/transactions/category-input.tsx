import { ActionIcon, Autocomplete, Button, CloseButton, Group } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
import type { Run } from '../../../src/contract/control/runs.ts';
import { MOST_SET_AT_ONCE, type TransactionView } from '../../../src/contract/transaction-view.ts';
import { useTexts } from '../../base/words.tsx';
import { useRun, RunResult } from '../../parts/follow-run.tsx';
import { payeeOf } from '../rules/propose-pattern.ts';
import { MakeRule } from '../rules/rule-dialog.tsx';
import { useAccountAnswer } from '../../parts/account-context.tsx';
import { useCategories } from '../../parts/category-list.tsx';

interface CategoryInputProps {
  readonly start: string;
  readonly categorized: number;
  readonly isPending: boolean;
  readonly isSingle?: boolean;
  readonly set: (category: string | null) => void;
}

/** Saves a typed category on Enter, and for a single transaction also a category chosen from the list. An empty field saves nothing. */
export function CategoryInput({ start, categorized, isPending, isSingle = false, set }: CategoryInputProps) {
  const { transactions: text, column: columns, overview } = useTexts();
  const [category, setCategory] = useState(start);
  const categories = useCategories();
  const chosen = category.trim();
  const isUnchanged = chosen === '' || chosen === start;
  const iconButton = (label: string) => ({
    'aria-label': label,
    title: label,
    style: { pointerEvents: 'auto' as const },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== '') set(chosen);
      }}
    >
      <Autocomplete
        {...(isSingle
          ? { label: columns.category, onOptionSubmit: (option: string) => option !== start && set(option) }
          : { 'aria-label': columns.category })}
        placeholder={overview.uncategorized}
        value={category}
        onChange={setCategory}
        onFocus={({ currentTarget }) => currentTarget.select()}
        data={categories}
        // An unchanged field offers all categories, not only those that match its text.
        {...(category === start && { filter: ({ options }) => options })}
        comboboxProps={{ withinPortal: false }}
        limit={200}
        maxLength={200}
        {...(isUnchanged && categorized > 0 && { rightSectionWidth: '4.25rem' })}
        rightSectionPointerEvents="none"
        rightSection={
          isUnchanged ? (
            <>
              {categorized > 0 && (
                <CloseButton
                  {...iconButton(text.clearCategory({ count: categorized }))}
                  disabled={isPending}
                  onClick={() => set(null)}
                />
              )}
              <IconSelector size={16} aria-hidden />
            </>
          ) : (
            <ActionIcon type="submit" variant="subtle" loading={isPending} {...iconButton(text.setCategory)}>
              <IconCheck size={18} aria-hidden />
            </ActionIcon>
          )
        }
      />
    </form>
  );
}

export type CategoryChange = ReturnType<typeof useCategoryChange>;

interface LastChange {
  readonly rows: readonly TransactionView[];
  readonly category: string | null;
}

export function useCategoryChange() {
  const work = useRun('transaction.setCategory');
  const [last, setLast] = useState<LastChange>({ rows: [], category: null });
  return {
    ...last,
    work,
    set: (all: readonly TransactionView[], category: string | null, done?: (run: Run) => void): void => {
      const rows = all.filter((row) => row.category !== (category ?? ''));
      if (rows.length === 0) return;
      setLast({ rows, category });
      work.begin(
        { category, rows: rows.map(({ id, row, category: before }) => ({ id, row, category: before })) },
        done,
      );
    },
  };
}

/** The result of the last change, with the offer to do the same for similar transactions, now and in future. */
export function CategoryOutcome({ change }: { readonly change: CategoryChange }) {
  const text = useTexts().transactions;
  const { work, rows, category } = change;
  const [only, ...others] = rows;
  const example = work.run !== null && others.length === 0 && category !== null ? only : undefined;
  const { data: alike } = useAccountAnswer(
    'transaction.list',
    example === undefined
      ? null
      : { search: payeeOf(example.description).slice(0, 200), category: '', limit: MOST_SET_AT_ONCE },
  );
  const { updated = 0, kept = 0 } = work.run?.counts ?? {};
  return (
    <Group gap="xs" data-print="never">
      <RunResult work={work}>
        {text.categorySet({ count: updated })} {kept > 0 && text.categoryKept({ count: kept })}
      </RunResult>
      {example !== undefined && alike !== undefined && alike.total > 0 && (
        <Button
          size="compact-sm"
          variant="light"
          loading={work.isPending}
          onClick={() => change.set(alike.rows, category)}
        >
          {text.alsoAlike({ count: alike.total })}
        </Button>
      )}
      {example !== undefined && (
        <MakeRule from={{ description: example.description, category: category ?? '' }} size="compact-sm" />
      )}
    </Group>
  );
}
