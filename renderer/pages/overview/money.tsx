import {
  Box,
  Grid,
  Group,
  SegmentedControl,
  Stack,
  Text,
  Card as MantineCard,
  SimpleGrid,
  Progress,
} from '@mantine/core';
import { useState, type ReactNode, useId } from 'react';
import type { CurrencySummary } from '../../../src/contract/control/transactions.ts';
import { MENU_ICONS } from '../../base/menu-icons.ts';
import { useTexts } from '../../base/words.tsx';
import { Card, EmptyState, LoadingState } from '../../parts/layout.tsx';
import { transactionsAddress } from '../../parts/transactions-address.ts';
import { MonthChart } from './month-chart.tsx';
import { Muted, PageButton, PageLink } from '../../parts/links.tsx';
import classes from './overview.module.css';
import type { BalanceView } from '../../../src/contract/control/balances.ts';
import { paymentsAddress } from '../rules/propose-pattern.ts';
import { useAccountAnswer } from '../../parts/account-context.tsx';

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
          action={
            <Group justify="center" gap="sm">
              <PageButton to="/connections">{connections.add}</PageButton>
              <PageButton to="/welcome" variant="default">
                {text.welcome}
              </PageButton>
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
  const { overview: text, format } = useTexts();
  const size = (amount: string): number => Math.abs(Number(amount));
  const first = Math.max(
    0,
    months.findIndex(({ count }) => count > 0),
  );
  const period = { from: `${months[first]?.month ?? ''}-01` };
  const largest = Math.max(1, ...categories.map(({ amount }) => size(amount)));
  return (
    <Stack component="ol" gap="sm">
      {categories.slice(0, SHOWN).map(({ category, amount, byMonth }) => (
        <li key={category}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <PageLink
              to={transactionsAddress({ category, ...period })}
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
      {categories.length > SHOWN && (
        <Text component="li" size="sm" c="dimmed">
          {text.others({ count: categories.length - SHOWN })}
        </Text>
      )}
    </Stack>
  );
}

const SHOWN_PAYMENTS = 3;

/** Net worth, this month against the last one, the next payments and the transactions without a category. */
function Tiles({ summary: { currency, months } }: { readonly summary: CurrencySummary }) {
  const { overview: text, format } = useTexts();
  const { data: balances } = useAccountAnswer('balance.list');
  const { data: recurring } = useAccountAnswer('transaction.recurring');
  const { data: facets } = useAccountAnswer('transaction.facets');
  const worth = balances?.totals.find((total) => total.currency === currency);
  const [before, running] = months.slice(-2);
  const coming = recurring?.payments.filter(({ next }) => next >= recurring.today).slice(0, SHOWN_PAYMENTS) ?? [];
  const money = (amount: string): string => format.money(amount, currency);
  const inAndOut = ({ income, spending }: CurrencySummary['months'][number]): string =>
    text.inAndOut({ income: money(income), spending: money(spending.replace('-', '')) });
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      {worth !== undefined && (
        <Tile title={text.netWorth} figure={money(worth.amount)}>
          <SparkLine values={worthOverTime(balances?.balances ?? [], currency)} isWide />
          <PageLink to="/accounts">{text.accounts({ count: worth.accounts })}</PageLink>
        </Tile>
      )}
      {running !== undefined && (
        <Tile title={text.monthSoFar({ month: format.month(running.month) })} figure={inAndOut(running)}>
          {before !== undefined && (
            <Muted>
              {format.month(before.month)}: {inAndOut(before)}
            </Muted>
          )}
        </Tile>
      )}
      {coming.length > 0 && (
        <Tile title={text.dueNext}>
          {coming.map((payment) => (
            <Text key={`${payment.last.id} ${payment.last.row}`} size="sm" className={classes['due'] ?? ''}>
              <span>{format.day(payment.next)}</span>
              <PageLink to={paymentsAddress(payment)} c="inherit" underline="hover">
                {payment.last.description}
              </PageLink>
              <span>{format.money(payment.last.amount, payment.last.currency)}</span>
            </Text>
          ))}
          <PageLink to="/transactions/recurring">{text.recurring}</PageLink>
        </Tile>
      )}
      {facets !== undefined && facets.uncategorised > 0 && (
        <Tile title={text.uncategorized} figure={format.number(facets.uncategorised)}>
          <PageButton to={transactionsAddress({ category: '' })} size="xs" variant="light">
            {text.categorize({ count: facets.uncategorised })}
          </PageButton>
        </Tile>
      )}
    </SimpleGrid>
  );
}

interface TileProps {
  readonly title: string;
  readonly figure?: string;
  readonly children: ReactNode;
}

function Tile({ title, figure, children }: TileProps) {
  const id = useId();
  return (
    <MantineCard component="section" aria-labelledby={id} withBorder padding="md">
      <Stack gap={4} align="flex-start">
        <Muted component="h2" id={id} fw={500}>
          {title}
        </Muted>
        {figure !== undefined && (
          <Text size="lg" fw={600}>
            {figure}
          </Text>
        )}
        {children}
      </Stack>
    </MantineCard>
  );
}

/** The sum of all balances at the end of each day on which one changed. A balance is unknown before its first day. */
function worthOverTime(balances: readonly BalanceView[], currency: string): number[] {
  const changes = balances
    .filter((balance) => balance.currency === currency)
    .flatMap(({ bankAccountId, trend }) => trend.map((point) => ({ ...point, bankAccountId })))
    .toSorted((a, b) => a.day.localeCompare(b.day));
  const latest = new Map<string, number>();
  const byDay = new Map<string, number>();
  for (const { day, amount, bankAccountId } of changes) {
    latest.set(bankAccountId, Number(amount));
    byDay.set(
      day,
      [...latest.values()].reduce((sum, value) => sum + value, 0),
    );
  }
  return [...byDay.values()];
}

const WIDTH = 64;
const HEIGHT = 18;

function SparkLine({ values, isWide = false }: { readonly values: readonly number[]; readonly isWide?: boolean }) {
  if (values.length < 3) return null;
  const lowest = isWide ? Math.min(...values) : 0;
  const range = Math.max(1, ...values.map((value) => value - lowest));
  const isFlat = values.every((value) => value === values[0]);
  const step = WIDTH / (values.length - 1);
  // A constant value is drawn in the middle, where it does not look like a border.
  const heightOf = (value: number): number =>
    isFlat ? HEIGHT / 2 : HEIGHT - 1 - ((value - lowest) / range) * (HEIGHT - 2);
  const points = values.map((value, place) => `${place * step} ${heightOf(value)}`);
  return (
    <svg
      width={isWide ? '100%' : WIDTH}
      height={isWide ? HEIGHT * 2 : HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="var(--trend)"
        strokeWidth={1.25}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
