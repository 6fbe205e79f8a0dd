import { Text, TextInput } from '@mantine/core';
import { IconBulb, IconCheck, IconSelector } from '@tabler/icons-react';
import type { LineSuggestion } from '../../src/contract/control/previews.ts';
import type { PreviewLine } from '../../src/contract/control/runs.ts';
import { useTexts } from '../base/words.tsx';
import { Button } from './links.tsx';
import type { Decisions } from './same-rows.tsx';
import classes from './bank-lines.module.css';

interface ChooseCategoryProps {
  readonly line: PreviewLine;
  readonly suggested: LineSuggestion | undefined;
  readonly decisions: Decisions;
  /** The id of a `CategoryList`. */
  readonly list: string;
}

/** A suggestion, which a click accepts or takes back; otherwise a field. */
export function ChooseCategory({ line, suggested, decisions, list }: ChooseCategoryProps) {
  const { parts, column, transactions, overview } = useTexts();
  const labelOf = (label: string): string => parts.named({ label, name: line.description });
  const category = decisions.categoryOf(line);
  if (suggested === undefined)
    return (
      <>
        <TextInput
          size="xs"
          className={classes['category'] ?? ''}
          list={list}
          placeholder={overview.uncategorized}
          rightSection={<IconSelector size={16} aria-hidden />}
          rightSectionPointerEvents="none"
          maxLength={200}
          aria-label={labelOf(column.category)}
          value={category}
          onChange={({ currentTarget: { value } }) => decisions.categorize([line], () => value)}
        />
        <span data-print="only">{category || overview.uncategorized}</span>
      </>
    );
  const { suggestion } = suggested;
  const isAccepted = category !== '';
  return (
    <Button
      size="compact-xs"
      variant={isAccepted ? 'light' : 'default'}
      icon={isAccepted ? IconCheck : IconBulb}
      aria-pressed={isAccepted}
      aria-label={labelOf(suggestion.category)}
      title={transactions.suggestions.reason(suggestion)}
      onClick={() => decisions.categorize([line], () => (isAccepted ? '' : suggestion.category))}
    >
      {suggestion.category}
    </Button>
  );
}

/** The category that a transaction has, or will get without the user's choice. */
export function CategoryText({ category }: Pick<PreviewLine, 'category'>) {
  const { uncategorized } = useTexts().overview;
  return (
    <Text span inherit {...(category === '' && { c: 'var(--warning-ink)' })}>
      {category || uncategorized}
    </Text>
  );
}
