import { Box, Card, Flex, Progress, Stack, Text } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import type { BalanceView } from '../../../src/contract/control/balances.ts';
import type { CurrencySummary } from '../../../src/contract/control/transactions.ts';
import { useTexts } from '../../base/words.tsx';
import { useAccountAnswer } from '../../parts/account-context.tsx';
import { Muted, PageButton, PageLink } from '../../parts/links.tsx';
import { RowsTable } from '../../parts/rows-table.tsx';
import { transactionsAddress } from '../../parts/transactions-address.ts';
import { TrendLine } from '../accounts/trend-line.tsx';
import type { TrendPoint } from '../accounts/trend-path.ts';
import { paymentsAddress } from '../rules/propose-pattern.ts';
import classes from './overview.module.css';

const SHOWN_PAYMENTS = 3;

/** Net worth, this month against the last one and its budget, the transactions without a category, and the next payments. */
export function Tiles({ summary }: { readonly summary: CurrencySummary }) {
  const { overview: text, connections, pageNames, parts, format } = useTexts();
  const { data: balances } = useAccountAnswer('balance.list');
  const { data: recurring } = useAccountAnswer('transaction.recurring');
  const { data: facets } = useAccountAnswer('transaction.facets');
  const { currency } = summary;
  const worth = balances?.totals.find((total) => total.currency === currency);
  const coming = recurring?.payments.filter(({ next }) => next >= recurring.today).slice(0, SHOWN_PAYMENTS) ?? [];
  return (
    <Flex wrap="wrap" gap="md">
      {worth !== undefined && (
        <Tile title={text.netWorth} figure={format.money(worth.amount, currency)} width="15rem">
          <TrendLine balance={{ trend: worthOverTime(balances?.balances ?? [], currency), currency }} />
          <PageLink to="/accounts">{connections.accounts({ count: worth.accounts })}</PageLink>
        </Tile>
      )}
      <RunningMonth summary={summary} />
      {facets !== undefined && facets.uncategorised > 0 && (
        <Tile title={text.uncategorized} figure={format.number(facets.uncategorised)} width="16rem">
          <PageButton to={transactionsAddress({ category: '' })} size="xs" variant="light">
            {parts.review}
          </PageButton>
        </Tile>
      )}
      {coming.length > 0 && (
        <Tile title={text.dueNext} width="20rem">
          <Box className={classes['due'] ?? ''}>
            {coming.map((payment) => (
              <Text key={`${payment.last.id} ${payment.last.row}`} size="sm">
                <span>{format.day(payment.next)}</span>
                <PageLink to={paymentsAddress(payment)} c="inherit" underline="hover">
                  {payment.last.description}
                </PageLink>
                <span>{format.money(payment.last.amount, payment.last.currency)}</span>
              </Text>
            ))}
          </Box>
          <PageLink to="/transactions/recurring">{pageNames.recurring}</PageLink>
        </Tile>
      )}
    </Flex>
  );
}

function RunningMonth({ summary: { currency, months, budget } }: { readonly summary: CurrencySummary }) {
  const { overview: text, column, format } = useTexts();
  const [before, running] = months.slice(-2);
  if (before === undefined || running === undefined) return null;
  const money = (amount: string): string => format.money(amount, currency);
  const sumIn = (month: typeof running, sum: 'income' | 'spending'): string => money(month[sum].replace('-', ''));
  return (
    <Tile title={text.monthSoFar({ month: format.month(running.month) })} width="17rem">
      <RowsTable
        rows={
          [
            ['income', column.moneyIn],
            ['spending', column.moneyOut],
          ] as const
        }
        columns={[
          { head: column.month, renderCell: ([, label]) => label },
          { head: format.shortMonth(running.month), look: 'amount', renderCell: ([sum]) => sumIn(running, sum) },
          { head: format.shortMonth(before.month), look: 'amount', renderCell: ([sum]) => sumIn(before, sum) },
        ]}
      />
      {budget !== null && (
        <>
          <Text size="sm" mt="xs">
            {text.budget({ spent: money(budget.spent), budget: money(budget.amount) })}
          </Text>
          <Progress
            value={(Number(budget.spent) / Number(budget.amount)) * 100}
            color="var(--money-out)"
            size="sm"
            w="100%"
            aria-hidden
          />
          {budget.over.map(({ category, amount }) => (
            <Text key={category} size="sm">
              <PageLink
                to={transactionsAddress({ category, from: `${running.month}-01` })}
                c="inherit"
                underline="hover"
              >
                {text.overBudget({ category, amount: money(amount) })}
              </PageLink>
            </Text>
          ))}
        </>
      )}
    </Tile>
  );
}

interface TileProps {
  readonly title: string;
  readonly figure?: string;
  /** The least width; tiles share the rest of their line. */
  readonly width: string;
  readonly children: ReactNode;
}

function Tile({ title, figure, width, children }: TileProps) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} withBorder padding="md" flex={`1 1 ${width}`}>
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
    </Card>
  );
}

/** The sum of all balances at the end of each day on which one changed. A balance is unknown before its first day. */
function worthOverTime(balances: readonly BalanceView[], currency: string): TrendPoint[] {
  const changes = balances
    .filter((balance) => balance.currency === currency)
    .flatMap(({ bankAccountId, trend }) => trend.map((point) => ({ ...point, bankAccountId })))
    .toSorted((a, b) => a.day.localeCompare(b.day));
  const latest = new Map<string, number>();
  const byDay = new Map<string, string>();
  for (const { day, amount, bankAccountId } of changes) {
    latest.set(bankAccountId, Number(amount));
    byDay.set(day, [...latest.values()].reduce((sum, value) => sum + value, 0).toFixed(2));
  }
  return [...byDay].map(([day, amount]) => ({ day, amount }));
}
