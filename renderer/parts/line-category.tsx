import { TextInput } from '@mantine/core';
import { IconBulb, IconCheck, IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
import type { LineSuggestion } from '../../src/contract/control/previews.ts';
import type { PreviewLine } from '../../src/contract/control/runs.ts';
import { useTexts } from '../base/words.tsx';
import { Button } from './links.tsx';
import type { Decisions } from './same-rows.tsx';

interface ChooseCategoryProps {
  readonly line: PreviewLine;
  readonly suggested: LineSuggestion | undefined;
  readonly decisions: Decisions;
  readonly listId: string;
}

/** Shows a suggested category, which a click accepts or takes back; if there is none, a field. */
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
      onClick={() => decisions.categorize([{ ...line, category: isAccepted ? '' : suggestion.category }])}
    >
      {suggestion.category}
    </Button>
  );
}

/** Takes the text only when the user leaves the field, because each decision renders the whole table again. */
function CategoryField({ line, decisions, listId }: ChooseCategoryProps) {
  const { parts, column, overview } = useTexts();
  const [typed, setTyped] = useState<string | null>(null);
  const category = typed ?? decisions.categoryOf(line);
  const decide = (): void => {
    if (typed !== null) decisions.categorize([{ ...line, category: typed }]);
    setTyped(null);
  };
  return (
    <>
      <TextInput
        size="xs"
        maw="16rem"
        // Fills the padding of its cell, so that rows are about equally high.
        my={-4}
        styles={{ wrapper: { '--input-placeholder-color': 'var(--warning-ink)' } }}
        list={listId}
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
