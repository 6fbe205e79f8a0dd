import { Stack } from '@mantine/core';
import type { WorkbookView } from '../../../src/contract/control/workbook.ts';
import { Card } from '../../parts/card.tsx';
import { ToldText } from '../../problems/told-text.tsx';
import { useTexts } from '../../words/words.tsx';
import classes from './rules.module.css';

/** Lines of the Rules sheet that are no rules yet, and what they lack. */
export function UnusedLines({ notes }: { readonly notes: WorkbookView['notes'] }) {
  const text = useTexts().rules;
  return (
    <Card title={text.unused}>
      <Stack component="ul" gap="xs" className={classes['plain'] ?? ''}>
        {notes.map((note, place) => (
          // Two notes may be equal to the letter.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place}>
            <ToldText told={{ ...note, remedy: null }} />
          </li>
        ))}
      </Stack>
    </Card>
  );
}
