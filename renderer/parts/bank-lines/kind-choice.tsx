import { Text, UnstyledButton } from '@mantine/core';
import type { PreviewLine } from '../../../src/contract/control/runs.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import classes from './bank-lines.module.css';
import { KINDS, type Kind } from './kinds.ts';

/** How many lines of each kind there are; pressed, only those are shown, and all of them once more when it is pressed again. */
export function KindChoice({
  lines,
  only,
  choose,
}: {
  readonly lines: readonly PreviewLine[];
  readonly only: Kind | null;
  readonly choose: (kind: Kind | null) => void;
}) {
  const text = useTexts().bankLines;
  const format = useFormat();
  const counts = Map.groupBy(lines, ({ what }) => what);
  return (
    <div role="group" aria-label={text.show} className={classes['kinds']}>
      {KINDS.map(({ kind, color, Sign }) => {
        const count = counts.get(kind)?.length ?? 0;
        if (count === 0) return null;
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
