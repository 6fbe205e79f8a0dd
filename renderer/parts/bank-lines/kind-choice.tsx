import { Text, UnstyledButton } from '@mantine/core';
import type { KeptPreview } from '../../../src/contract/control/previews.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import classes from './bank-lines.module.css';
import { SIGNS, type Kind } from './kinds.ts';

/** How many lines of each kind there are; pressed, only those are shown, and all of them once more when it is pressed again. */
export function KindChoice({
  kinds,
  only,
  choose,
}: {
  readonly kinds: KeptPreview['kinds'];
  readonly only: Kind | null;
  readonly choose: (kind: Kind | null) => void;
}) {
  const text = useTexts().bankLines;
  const format = useFormat();
  return (
    <div role="group" aria-label={text.show} className={classes['kinds']}>
      {kinds.map(({ kind, count }) => {
        const { color, Sign } = SIGNS[kind];
        return (
          <UnstyledButton
            key={kind}
            className={classes['kind'] ?? ''}
            aria-pressed={only === kind}
            onClick={() => choose(only === kind ? null : kind)}
          >
            <Text span size="xl" fw={600} lh={1.2} data-figures display="block">
              {format.number(count)}
            </Text>
            <Text span size="sm" className={classes['sign'] ?? ''}>
              <Sign size={16} aria-hidden color={`var(--mantine-color-${color}-text)`} />
              {text.what[kind]}
            </Text>
          </UnstyledButton>
        );
      })}
    </div>
  );
}
