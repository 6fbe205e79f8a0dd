import { Box, Grid, Group, SegmentedControl, Stack, Text, Progress } from '@mantine/core';
import { useState } from 'react';
import type { CurrencySummary } from '../../../src/contract/control/transactions.ts';
import { MENU_ICONS } from '../../base/menu-icons.ts';
import { useTexts } from '../../base/words.tsx';
import { useAccountAnswer } from '../../parts/account-context.tsx';
import { Card, EmptyState, LoadingState } from '../../parts/layout.tsx';
import { Muted, PageButton, PageLink } from '../../parts/links.tsx';
import { transactionsAddress } from '../../parts/transactions-address.ts';
import { MonthChart } from './month-chart.tsx';
import { Tiles } from './tiles.tsx';

export function Money() {
  const { overview: text, column, connections } = useTexts();
  const { data: summary, error, refetch } = useAccountAnswer('transaction.summary');
  const [chosenCurrency, setChosenCurrency] = useState<string | null>(null);
  if (summary === undefined) return <LoadingState height={320} failure={error} retry={refetch} />;
  const currency = summary.currencies.find((each) => each.currency === chosenCurrency) ?? summary.currencies[0];
  if (currency === undefined) {
    return (
      <Card title={text.months}>
        <EmptyState
          icon={MENU_ICONS.transactions}
          action={<PageButton to="/connections">{connections.add}</PageButton>}
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
          aria-label={column.currency}
          value={currency.currency}
          onChange={setChosenCurrency}
          data={summary.currencies.map((each) => each.currency)}
        />
      )}
      <Tiles summary={currency} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Card title={text.months}>
            <MonthChart summary={currency} />
            {currency.transfers > 0 && <Muted mt="xs">{text.withoutTransfers({ count: currency.transfers })}</Muted>}
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Categories summary={currency} />
        </Grid.Col>
      </Grid>
    </>
  );
}

const SHOWN = 8;

function Categories({ summary: { categories, months, currency } }: { readonly summary: CurrencySummary }) {
  const { overview: text, format } = useTexts();
  const size = (amount: string): number => Math.abs(Number(amount));
  const first = Math.max(
    0,
    months.findIndex(({ count }) => count > 0),
  );
  const [from = '', until = ''] = [months[first]?.month, months.at(-1)?.month];
  // A line for one other category would be as long as the category.
  const shown = categories.length === SHOWN + 1 ? categories : categories.slice(0, SHOWN);
  const largest = Math.max(1, ...categories.map(({ amount }) => size(amount)));
  return (
    <Card
      title={text.spending}
      actions={
        <Muted>
          {format.month(from)} – {format.month(until)}
        </Muted>
      }
    >
      <Stack component="ol" gap="sm">
        {shown.map(({ category, amount, byMonth }) => (
          <li key={category}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <PageLink
                to={transactionsAddress({ category, from: `${from}-01` })}
                truncate
                underline="hover"
                c="inherit"
                fs={category === '' ? 'italic' : 'normal'}
              >
                {category === '' ? text.uncategorized : category}
              </PageLink>
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
            <Progress value={(size(amount) / largest) * 100} color="var(--money-out)" size="sm" mt={4} aria-hidden />
          </li>
        ))}
        {categories.length > shown.length && (
          <Text component="li" size="sm" c="dimmed">
            {text.others({ count: categories.length - shown.length })}
          </Text>
        )}
      </Stack>
    </Card>
  );
}

const WIDTH = 64;
const HEIGHT = 18;

function SparkLine({ values }: { readonly values: readonly number[] }) {
  if (values.length < 3) return null;
  const range = Math.max(1, ...values);
  const isFlat = values.every((value) => value === values[0]);
  const step = WIDTH / (values.length - 1);
  // A constant value is drawn in the middle, where it does not look like a border.
  const heightOf = (value: number): number => (isFlat ? HEIGHT / 2 : HEIGHT - 1 - (value / range) * (HEIGHT - 2));
  const points = values.map((value, place) => `${place * step} ${heightOf(value)}`);
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden>
      <polyline points={points.join(' ')} fill="none" stroke="var(--trend)" strokeWidth={1.25} strokeLinejoin="round" />
    </svg>
  );
}
