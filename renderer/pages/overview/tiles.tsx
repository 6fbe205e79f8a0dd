import { Card, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import type { BalanceView } from '../../../src/contract/control/balances.ts';
import type { CurrencySummary } from '../../../src/contract/control/transactions.ts';
import { useTexts } from '../../base/words.tsx';
import { useAccountAnswer } from '../../parts/account-context.tsx';
import { Muted, PageButton, PageLink } from '../../parts/links.tsx';
import { transactionsAddress } from '../../parts/transactions-address.ts';
import { paymentsAddress } from '../rules/propose-pattern.ts';
import classes from './overview.module.css';
import { SparkLine } from './spark-line.tsx';

const SHOWN_PAYMENTS = 3;

/** Net worth, this month against the last one, the next payments and the transactions without a category. */
export function Tiles({ summary: { currency, months, budget } }: { readonly summary: CurrencySummary }) {
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
      {running !== undefined && budget !== null && (
        <Tile
          title={text.budget({ month: format.month(running.month) })}
          figure={text.ofBudget({ spent: money(budget.spent), budget: money(budget.amount) })}
        >
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
    <Card component="section" aria-labelledby={id} withBorder padding="md">
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
