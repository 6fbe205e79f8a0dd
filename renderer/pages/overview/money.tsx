import { Anchor, Box, Button, Grid, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import type { CurrencySummary } from '../../../src/contract/control/transactions.ts';
import { MENU_ICONS } from '../../base/menu-icons.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useAnswer } from '../../base/control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState, LoadingState } from '../../parts/states.tsx';
import { transactionsAddress } from '../../parts/transactions-address.ts';
import { MonthChart } from './month-chart.tsx';
import classes from './overview.module.css';

export function Money({ accountId }: { readonly accountId: string }) {
  const text = useTexts().overview;
  const { data: summary, error, refetch } = useAnswer('transaction.summary', { accountId });
  const [chosenCurrency, setChosenCurrency] = useState<string | null>(null);
  if (summary === undefined) return <LoadingState height={320} failure={error} retry={refetch} />;
  const currency = summary.currencies.find((each) => each.currency === chosenCurrency) ?? summary.currencies[0];
  if (currency === undefined) {
    return (
      <Card title={text.months}>
        <EmptyState
          icon={MENU_ICONS.transactions}
          action={
            <Group justify="center" gap="sm">
              <Button component={Link} href="/connections">
                {text.connect}
              </Button>
              <Button component={Link} href="/welcome" variant="default">
                {text.welcome}
              </Button>
            </Group>
          }
        >
          {text.noMoney}
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      {summary.currencies.length > 1 && (
        <SegmentedControl
          w="fit-content"
          aria-label={text.currency}
          value={currency.currency}
          onChange={setChosenCurrency}
          data={summary.currencies.map((each) => each.currency)}
        />
      )}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Card title={text.months}>
            <MonthChart summary={currency} />
            {currency.transfers > 0 && (
              <Text size="sm" c="dimmed" mt="xs">
                {text.withoutTransfers({ count: currency.transfers })}
              </Text>
            )}
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Card title={text.categories}>
            <Categories summary={currency} />
          </Card>
        </Grid.Col>
      </Grid>
    </>
  );
}

const SHOWN = 8;

function Categories({ summary: { categories, months, currency } }: { readonly summary: CurrencySummary }) {
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
              {category === '' ? text.uncategorized : category}
            </Anchor>
            <Group gap="sm" wrap="nowrap">
              {/* The current month is incomplete and would always look like a drop. */}
              <Box component="span" visibleFrom="sm">
                <SparkLine values={byMonth.slice(first, -1).map(size)} />
              </Box>
              <Text size="sm" miw="5.5rem" ta="end">
                {format.money(amount.replace('-', ''), currency)}
              </Text>
            </Group>
          </Group>
          <div className={classes['track']} aria-hidden>
            <div className={classes['share']} style={{ width: `${(size(amount) / largest) * 100}%` }} />
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

/** In drawing units. */
const WIDTH = 64;
const HEIGHT = 18;

/** Draws the trend only; the sums beside it carry the amounts. */
function SparkLine({ values }: { readonly values: readonly number[] }) {
  if (values.length < 3) return null;
  const largest = Math.max(1, ...values);
  const isFlat = values.every((value) => value === values[0]);
  const step = WIDTH / (values.length - 1);
  // A constant value is drawn in the middle, where it does not look like a border.
  const heightOf = (value: number): number => (isFlat ? HEIGHT / 2 : HEIGHT - 1 - (value / largest) * (HEIGHT - 2));
  const points = values.map((value, place) => `${place * step} ${heightOf(value)}`);
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
      <polyline points={points.join(' ')} fill="none" stroke="var(--trend)" strokeWidth={1.25} strokeLinejoin="round" />
    </svg>
  );
}
