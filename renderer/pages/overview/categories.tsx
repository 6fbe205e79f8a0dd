import { Anchor, Box, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { CurrencySummary } from '../../../src/contract/control/transactions.ts';
import { SparkLine } from '../../parts/spark-line.tsx';
import { transactionsAddress } from '../../parts/transactions-address.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import classes from './categories.module.css';

const SHOWN = 8;

/** The largest categories, each with a bar against the largest of them. */
export function Categories({ summary: { categories, months, currency } }: { readonly summary: CurrencySummary }) {
  const text = useTexts().overview;
  const format = useFormat();
  const size = (amount: string): number => Math.abs(Number(amount));
  const first = Math.max(
    0,
    months.findIndex(({ count }) => count > 0),
  );
  const period = { from: `${months[first]?.month ?? ''}-01` };
  const largest = Math.max(1, ...categories.map(({ amount }) => size(amount)));
  return (
    <Stack component="ol" gap="sm" p={0} m={0} className={classes['list'] ?? ''}>
      {categories.slice(0, SHOWN).map(({ category, amount, byMonth }) => (
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
            <Group gap="sm" wrap="nowrap">
              {/* The running month is not over, and would always seem to fall. */}
              <Box component="span" visibleFrom="sm">
                <SparkLine values={byMonth.slice(first, -1).map(size)} />
              </Box>
              <Text size="sm" miw="5.5rem" ta="end">
                {format.money(amount.replace('-', ''), currency)}
              </Text>
            </Group>
          </Group>
          <div className={classes['track']} aria-hidden>
            <div className={classes['bar']} style={{ width: `${(size(amount) / largest) * 100}%` }} />
          </div>
        </li>
      ))}
      {categories.length > SHOWN && (
        <Text component="li" size="sm" c="dimmed">
          {text.others({ count: categories.length - SHOWN })}
        </Text>
      )}
    </Stack>
  );
}
