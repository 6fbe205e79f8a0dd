import { Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconCalendarRepeat } from '@tabler/icons-react';
import type { BalanceView } from '../../../src/contract/control/balances.ts';
import type { CurrencySummary } from '../../../src/contract/control/transactions.ts';
import { useTexts } from '../../base/words.tsx';
import { useAccountAnswer } from '../../parts/account-context.tsx';
import { Card } from '../../parts/layout.tsx';
import { Muted, PageButton, PageLink } from '../../parts/links.tsx';
import { RowsTable, Small } from '../../parts/rows-table.tsx';
import { sumOf } from '../../parts/sum.ts';
import { transactionsAddress } from '../../parts/transactions-address.ts';
import { TrendChange, TrendLine } from '../accounts/trend-line.tsx';
import type { TrendPoint } from '../accounts/trend-path.ts';
import { paymentsAddress } from '../rules/propose-pattern.ts';

const SHOWN_PAYMENTS = 3;

/** Tiles for net worth, this month (compared with the last month and with the budget), and the next payments. */
export function Tiles({ summary }: { readonly summary: CurrencySummary }) {
  const { overview: text, connections, pageNames, format } = useTexts();
  const { data: balances } = useAccountAnswer('balance.list');
  const { data: recurring } = useAccountAnswer('transaction.recurring');
  const { currency } = summary;
  const worth = balances?.totals.find((total) => total.currency === currency);
  const overTime = { currency, trend: worthOverTime(balances?.balances ?? [], currency) };
  const coming =
    recurring?.payments
      .filter(({ next, last }) => next >= recurring.today && last.currency === currency)
      .slice(0, SHOWN_PAYMENTS) ?? [];
  return (
    <SimpleGrid minColWidth="min(19rem, 100%)" spacing="lg">
      {worth !== undefined && (
        <Card title={text.netWorth}>
          <Text fz="var(--text-2xl)" fw={600} lh={1.2}>
            {format.money(worth.amount, currency)}
          </Text>
          <TrendChange {...overTime} />
          <TrendLine {...overTime} />
          <PageLink to="/accounts" mt="xs">
            {`${connections.accounts({ count: worth.accounts })} · ${currency}`}
          </PageLink>
        </Card>
      )}
      <RunningMonth summary={summary} />
      {coming.length > 0 && (
        <Card title={text.dueNext}>
          <Stack component="ul" gap="sm">
            {coming.map((payment) => (
              <Group
                key={payment.last.id}
                component="li"
                justify="space-between"
                align="baseline"
                gap="sm"
                wrap="nowrap"
              >
                <div>
                  <PageLink to={paymentsAddress(payment)}>{payment.last.description}</PageLink>
                  <Small>{format.day(payment.next)}</Small>
                </div>
                <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
                  {format.money(payment.last.amount, currency)}
                </Text>
              </Group>
            ))}
          </Stack>
          <PageButton to="/transactions/recurring" variant="default" size="xs" icon={IconCalendarRepeat} mt="md">
            {pageNames.recurring}
          </PageButton>
        </Card>
      )}
    </SimpleGrid>
  );
}

function RunningMonth({ summary: { currency, months, budget } }: { readonly summary: CurrencySummary }) {
  const { overview: text, column, format } = useTexts();
  const [before, running] = months.slice(-2);
  if (before === undefined || running === undefined) return null;
  const money = (amount: string): string => format.money(amount, currency);
  const wholeMonth = (
    <>
      {format.month(before.month)}
      <Small>{text.wholeMonth}</Small>
    </>
  );
  const left = budget === null ? '0' : sumOf([budget.amount, String(-Number(budget.spent))]);
  const hasSaved = [before, running].some(({ saved }) => Number(saved) !== 0);
  const sumIn = (month: typeof running, sum: 'income' | 'spending' | 'saved' | 'left'): string => {
    if (sum === 'left') return money(sumOf([month.income, month.spending, month.saved]));
    return money(sum === 'income' ? month.income : String(-Number(month[sum])));
  };
  return (
    <Card title={text.monthSoFar({ month: format.month(running.month) })}>
      <RowsTable
        rows={
          [
            ['income', column.moneyIn],
            ['spending', column.moneyOut],
            ...(hasSaved ? [['saved', text.saved] as const] : []),
            // Omits the sum left over until the month's first income, because it would look like a loss.
            ...(Number(running.income) === 0 ? [] : [['left', text.left] as const]),
          ] as const
        }
        columns={[
          { head: currency, renderCell: ([, label]) => label },
          { head: format.month(running.month), look: 'amount', renderCell: ([sum]) => sumIn(running, sum) },
          { head: wholeMonth, look: 'amount', renderCell: ([sum]) => sumIn(before, sum) },
        ]}
      />
      {budget !== null && (
        <>
          <Text size="sm" fw={600} mt="md">
            {text.budget}
          </Text>
          <Progress
            value={(Number(budget.spent) / Number(budget.amount)) * 100}
            color={Number(left) < 0 ? 'var(--warning)' : 'var(--money-out)'}
            size="sm"
            w="100%"
            my={4}
            aria-hidden
          />
          <Muted>
            {text.budgetSpent({
              spent: money(budget.spent),
              budget: money(budget.amount),
              way: Number(left) < 0 ? 'over' : 'other',
              amount: money(left.replace('-', '')),
            })}
          </Muted>
          {budget.over.map(({ category, amount }) => (
            <Text key={category} size="sm">
              <PageLink to={transactionsAddress({ category, from: `${running.month}-01` })} c="var(--warning-ink)">
                {text.overBudget({ category, amount: money(amount) })}
              </PageLink>
            </Text>
          ))}
        </>
      )}
    </Card>
  );
}

/** The sum of all balances at the end of each day on which one changed. Omits a balance before its first known day. */
function worthOverTime(balances: readonly BalanceView[], currency: string): TrendPoint[] {
  const changes = balances
    .filter((balance) => balance.currency === currency)
    .flatMap(({ bankAccountId, trend }) => trend.map((point) => ({ ...point, bankAccountId })))
    .toSorted((a, b) => a.day.localeCompare(b.day));
  const latest = new Map<string, string>();
  const byDay = new Map<string, string>();
  for (const { day, amount, bankAccountId } of changes) {
    latest.set(bankAccountId, amount);
    byDay.set(day, sumOf([...latest.values()]));
  }
  return [...byDay].map(([day, amount]) => ({ day, amount }));
}
