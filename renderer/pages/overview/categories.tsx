import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { CurrencySummary } from '../../../src/contract/control/transactions.ts';
import { transactionsAddress } from '../../parts/transactions-address.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import classes from './categories.module.css';

const SHOWN = 8;

/** The largest categories, each with a bar against the largest of them. */
export function Categories({ summary: { categories, months, currency } }: { readonly summary: CurrencySummary }) {
  const text = useTexts().overview;
  const format = useFormat();
  const size = (amount: string): number => Math.abs(Number(amount));
  const period = { from: `${months[0]?.month ?? ''}-01` };
  const largest = Math.max(1, ...categories.map(({ amount }) => size(amount)));
  return (
    <Stack component="ol" gap="sm" p={0} m={0} className={classes['list'] ?? ''}>
      {categories.slice(0, SHOWN).map(({ category, amount }) => (
        <li key={category}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Anchor
              component={Link}
              href={transactionsAddress({ category, ...period })}
              size="sm"
              truncate
              underline="hover"
              c="inherit"
              fs={category === '' ? 'italic' : 'normal'}
            >
              {category === '' ? text.uncategorised : category}
            </Anchor>
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
          {text.others({ count: format.number(categories.length - SHOWN) })}
        </Text>
      )}
    </Stack>
  );
}
