import { Group, Stack, Text } from '@mantine/core';
import type { CurrencySummary } from '../../../src/contract/control/transactions.ts';
import { useFormat, useWords } from '../../words/words.tsx';
import classes from './categories.module.css';
import { words } from './words.ts';

const SHOWN = 8;

/** The largest categories, each with a bar against the largest of them. */
export function Categories({ summary: { categories, currency } }: { readonly summary: CurrencySummary }) {
  const text = useWords(words);
  const format = useFormat();
  const size = (amount: string): number => Math.abs(Number(amount));
  const largest = Math.max(1, ...categories.map(({ amount }) => size(amount)));
  return (
    <Stack component="ol" gap="sm" p={0} m={0} className={classes['list'] ?? ''}>
      {categories.slice(0, SHOWN).map(({ category, amount }) => (
        <li key={category}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm" truncate fs={category === '' ? 'italic' : 'normal'}>
              {category === '' ? text.uncategorised : category}
            </Text>
            <Text size="sm" data-figures>
              {format.money(amount, currency)}
            </Text>
          </Group>
          <div className={classes['track']} aria-hidden>
            <div className={classes['bar']} style={{ width: `${(size(amount) / largest) * 100}%` }} />
          </div>
        </li>
      ))}
      {categories.length > SHOWN && (
        <Text component="li" size="sm" c="dimmed">
          {text.others(format.number(categories.length - SHOWN))}
        </Text>
      )}
    </Stack>
  );
}
