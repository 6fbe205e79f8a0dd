import { Grid, Group, SegmentedControl, Stack, Text, Progress } from '@mantine/core';
import { useState } from 'react';
import type { CurrencySummary } from '../../../src/contract/control/transactions.ts';
import { MENU_ICONS } from '../../base/menu-icons.ts';
import { useTexts } from '../../base/words.tsx';
import { useCanSync } from '../../base/control/use-control.tsx';
import { useAccount, useAccountAnswer } from '../../parts/account-context.tsx';
import { Card, EmptyState, LoadingState } from '../../parts/layout.tsx';
import { Muted, PageButton, PageLink } from '../../parts/links.tsx';
import { transactionsAddress } from '../../parts/transactions-address.ts';
import { Payees } from '../transactions/payees.tsx';
import { firstMonth, MonthChart } from './month-chart.tsx';
import { Tiles } from './tiles.tsx';

export function Money() {
  const { overview: text, rules, column, connections, pageNames } = useTexts();
  const { data: summary, error, refetch } = useAccountAnswer('transaction.summary');
  // Waits for both answers, because a count that arrives later would move the page.
  const uncategorized = useAccountAnswer('transaction.list', { category: '', limit: 1 });
  const canSync = useCanSync(useAccount().account.id);
  const [chosenCurrency, setChosenCurrency] = useState<string | null>(null);
  if (summary === undefined || uncategorized.data === undefined)
    return (
      <LoadingState
        height={320}
        failure={error ?? uncategorized.error}
        retry={() => void Promise.all([refetch(), uncategorized.refetch()])}
      />
    );
  const currency = summary.currencies.find((each) => each.currency === chosenCurrency) ?? summary.currencies[0];
  if (currency === undefined) {
    return (
      <Card title={canSync ? text.months : pageNames.connections}>
        <EmptyState
          icon={canSync ? MENU_ICONS.transactions : MENU_ICONS.connections}
          action={
            !canSync && (
              <Stack align="center">
                <PageButton to="/connections" variant="default">
                  {connections.add}
                </PageButton>
                <PageLink to="/welcome">{text.welcome}</PageLink>
              </Stack>
            )
          }
        >
          {canSync ? text.noMoney : connections.none}
        </EmptyState>
      </Card>
    );
  }
  const hasChoice = summary.currencies.length > 1;
  const { total } = uncategorized.data;
  // Counts transactions in all currencies, so it is not among the tiles, which show one currency.
  const uncategorizedLine = total > 0 && (
    <Group component="section" aria-label={text.uncategorized} gap="xs" flex={1} miw={0} mih={36}>
      <PageLink to={transactionsAddress({ category: '' })}>{rules.lack({ count: total })}</PageLink>
      <Payees />
    </Group>
  );
  return (
    <>
      {(total > 0 || hasChoice) && (
        <Group justify="space-between" gap="sm">
          {uncategorizedLine}
          {hasChoice && (
            <Group gap="sm" justify="space-between" flex={{ base: '1 0 100%', sm: 'none' }}>
              <Muted>{column.currency}</Muted>
              <SegmentedControl
                aria-label={column.currency}
                value={currency.currency}
                onChange={setChosenCurrency}
                data={summary.currencies.map((each) => each.currency)}
              />
            </Group>
          )}
        </Group>
      )}
      <Tiles summary={currency} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Card title={text.months} actions={<Period summary={currency} />}>
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

function Period({ summary }: { readonly summary: CurrencySummary }) {
  const { format } = useTexts();
  return (
    <Muted>
      {format.month(firstMonth(summary))} – {format.month(summary.months.at(-1)?.month ?? '')}
    </Muted>
  );
}

function Categories({ summary }: { readonly summary: CurrencySummary }) {
  const { categories, currency } = summary;
  const { overview: text, format } = useTexts();
  const size = (amount: string): number => Math.abs(Number(amount));
  // If only one category would be left out, it is shown: a line “1 other category” would take as much space.
  const shown = categories.length === SHOWN + 1 ? categories : categories.slice(0, SHOWN);
  const largest = Math.max(1, ...categories.map(({ amount }) => size(amount)));
  return (
    <Card title={text.spending} actions={<Period summary={summary} />}>
      <Stack component="ol" gap="sm">
        {shown.map(({ category, amount }) => (
          <li key={category}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <PageLink
                to={transactionsAddress({ category, from: `${firstMonth(summary)}-01` })}
                truncate
                fs={category === '' ? 'italic' : 'normal'}
              >
                {category === '' ? text.uncategorized : category}
              </PageLink>
              <Text size="sm" miw="5.5rem" ta="end">
                {format.money(amount.replace('-', ''), currency)}
              </Text>
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
