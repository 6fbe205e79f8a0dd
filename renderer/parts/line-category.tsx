import { Text, TextInput } from '@mantine/core';
import { IconBulb, IconCheck, IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
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
export function ChooseCategory(props: ChooseCategoryProps) {
  const { line, suggested, decisions } = props;
  const { parts, transactions } = useTexts();
  if (suggested === undefined) return <CategoryField {...props} />;
  const { suggestion } = suggested;
  const isAccepted = decisions.categoryOf(line) !== '';
  return (
    <Button
      size="compact-xs"
      variant={isAccepted ? 'light' : 'default'}
      icon={isAccepted ? IconCheck : IconBulb}
      aria-pressed={isAccepted}
      aria-label={parts.named({ label: suggestion.category, name: line.description })}
      title={transactions.suggestions.reason(suggestion)}
      onClick={() => decisions.categorize([line], () => (isAccepted ? '' : suggestion.category))}
    >
      {suggestion.category}
    </Button>
  );
}

/** Decides when the user leaves the field, because a decision renders the whole table. */
function CategoryField({ line, decisions, list }: ChooseCategoryProps) {
  const { parts, column, overview } = useTexts();
  const [typed, setTyped] = useState<string | null>(null);
  const category = typed ?? decisions.categoryOf(line);
  const decide = (): void => {
    if (typed !== null) decisions.categorize([line], () => typed);
    setTyped(null);
  };
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
        aria-label={parts.named({ label: column.category, name: line.description })}
        value={category}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={decide}
      />
      <span data-print="only">{category || overview.uncategorized}</span>
    </>
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
