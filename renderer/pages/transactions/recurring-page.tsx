import { Card, Flex, Text } from '@mantine/core';
import { IconTrendingDown, IconTrendingUp } from '@tabler/icons-react';
import type { RecurringView } from '../../../src/contract/control/transactions.ts';
import { MENU_ICONS } from '../../base/menu-icons.ts';
import { useTexts } from '../../base/words.tsx';
import { endOfAccountName } from '../../parts/account-name.tsx';
import { useAccountAnswer } from '../../parts/account-context.tsx';
import { PageTitle, EmptyState, LoadingState } from '../../parts/layout.tsx';
import { PageLink } from '../../parts/links.tsx';
import { RowsTable, Small } from '../../parts/rows-table.tsx';
import { paymentsAddress } from '../rules/propose-pattern.ts';
import { sumsOf } from './selection-bar.tsx';

export function RecurringPage() {
  const { recurring: text, column: columns, pageNames, print, format } = useTexts();
  const { data, error, refetch } = useAccountAnswer('transaction.recurring');
  return (
    <>
      <PageLink to="/transactions">{print.all}</PageLink>
      <PageTitle title={pageNames.recurring} />
      {data !== undefined && <MonthlyCosts payments={data.payments} />}
      {data === undefined ? (
        <LoadingState height={480} failure={error} retry={refetch} />
      ) : (
        <Card withBorder padding="lg">
          {data.payments.length === 0 ? (
            <EmptyState icon={MENU_ICONS.transactions}>{text.none}</EmptyState>
          ) : (
            // Overdue and next payments come first.
            <RowsTable
              label={pageNames.recurring}
              rows={data.payments}
              columns={[
                { head: text.next, look: 'wide-day', renderCell: ({ next }) => format.day(next) },
                {
                  head: columns.description,
                  renderCell: (payment) => (
                    <>
                      <PageLink to={paymentsAddress(payment)} fw={500}>
                        {payment.last.description}
                      </PageLink>
                      {payment.next < data.today && (
                        <Text span size="xs" display="block" c="var(--warning-ink)">
                          {text.late}
                        </Text>
                      )}
                      <Small>
                        <Text span inherit hiddenFrom="sm">
                          {`${text.next} ${format.day(payment.next)} · ${endOfAccountName(payment.last.account)} · `}
                        </Text>
                        {text.rhythms[payment.rhythm]}
                      </Small>
                      <Price payment={payment} />
                    </>
                  ),
                },
                { head: columns.account, look: 'wide', renderCell: ({ last }) => last.account },
                {
                  head: columns.amount,
                  look: 'amount',
                  renderCell: ({ varies, last: { amount, currency } }) =>
                    varies
                      ? text.varies({ sum: format.roundMoney(Number(amount), currency) })
                      : format.money(amount, currency),
                },
              ]}
            />
          )}
        </Card>
      )}
    </>
  );
}

/** The expected costs and, separately, savings of a month. Each is a sum per currency. */
function MonthlyCosts({ payments }: { readonly payments: readonly RecurringView[] }) {
  const { recurring: text, format } = useTexts();
  const [savings, costs] = [true, false].map((isWanted) => {
    const perMonth = payments
      .filter(({ last, isSaving }) => last.amount.startsWith('-') && isSaving === isWanted)
      .map(({ rhythm, last }) => ({ ...last, amount: (-Number(last.amount) * PER_MONTH[rhythm]).toFixed(2) }));
    return format.list(sumsOf(perMonth).map(({ amount, currency }) => format.roundMoney(Number(amount), currency)));
  });
  return costs && <Text mb="md">{text.perMonth({ sums: costs, savings: savings || null })}</Text>;
}

const PER_MONTH = { weekly: 52 / 12, monthly: 1, quarterly: 1 / 3, yearly: 1 / 12 };

function Price({ payment: { change, varies, last } }: { readonly payment: RecurringView }) {
  const text = useTexts().recurring;
  if (varies || change === null) return null;
  const isUp = Number(change.to) < Number(change.from);
  const Sign = isUp ? IconTrendingUp : IconTrendingDown;
  const sum = (amount: string) => ({ amount: amount.replace('-', ''), currency: last.currency });
  return (
    <Flex component="span" fz="xs" gap="var(--space-1)" {...(isUp && { c: 'var(--warning-ink)' })}>
      <Sign size={16} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
      {text.moved({ way: isUp ? 'up' : 'other', from: sum(change.from), to: sum(change.to), day: change.day })}
    </Flex>
  );
}
