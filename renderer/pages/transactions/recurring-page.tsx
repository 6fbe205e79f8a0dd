import { Flex, Text } from '@mantine/core';
import { IconTrendingDown, IconTrendingUp } from '@tabler/icons-react';
import type { RecurringView } from '../../../src/contract/control/transactions.ts';
import { MENU_ICONS } from '../../base/menu-icons.ts';
import { useTexts } from '../../base/words.tsx';
import { useAccountAnswer } from '../../parts/account-context.tsx';
import { AccountName } from '../../parts/account-name.tsx';
import { Card, PageTitle, EmptyState, LoadingState } from '../../parts/layout.tsx';
import { PageLink } from '../../parts/links.tsx';
import { Narrow, RowsTable, Small } from '../../parts/rows-table.tsx';
import { paymentsAddress } from '../rules/propose-pattern.ts';

export function RecurringPage() {
  const { recurring: text, overview, column: columns, pageNames, print, format } = useTexts();
  const { data, error, refetch } = useAccountAnswer('transaction.recurring');
  return (
    <>
      <PageLink to="/transactions">{print.all}</PageLink>
      <PageTitle title={pageNames.recurring} />
      {data === undefined ? (
        <LoadingState height={480} failure={error} retry={refetch} />
      ) : (
        <Card title={overview.dueNext}>
          {data.payments.length === 0 ? (
            <EmptyState icon={MENU_ICONS.transactions}>{text.none}</EmptyState>
          ) : (
            // Overdue and next payments come first.
            <RowsTable
              rows={data.payments}
              columns={[
                {
                  head: text.next,
                  look: 'day',
                  renderCell: ({ next }) => (
                    <>
                      {format.day(next)}
                      {next < data.today && (
                        <Text span size="xs" display="block" c="var(--warning-ink)">
                          {text.late}
                        </Text>
                      )}
                    </>
                  ),
                },
                {
                  head: columns.description,
                  renderCell: (payment) => (
                    <>
                      <PageLink to={paymentsAddress(payment)} c="inherit" fw={500}>
                        {payment.last.description}
                      </PageLink>
                      <Small>
                        <AccountName name={payment.last.account} />
                      </Small>
                      <Narrow>
                        {text.rhythms[payment.rhythm]} · <Price payment={payment} />
                      </Narrow>
                    </>
                  ),
                },
                { head: text.rhythm, look: 'wide', renderCell: ({ rhythm }) => text.rhythms[rhythm] },
                { head: text.price, look: 'wide', renderCell: (payment) => <Price payment={payment} /> },
                {
                  head: columns.amount,
                  look: 'amount',
                  renderCell: ({ last: { amount, currency } }) => format.money(amount, currency),
                },
              ]}
            />
          )}
        </Card>
      )}
    </>
  );
}

function Price({ payment: { varies, change, count, last } }: { readonly payment: RecurringView }) {
  const text = useTexts().recurring;
  if (varies) return text.varies;
  if (change === null) return text.same({ count });
  const isUp = Number(change.to) < Number(change.from);
  const Sign = isUp ? IconTrendingUp : IconTrendingDown;
  const sum = (amount: string) => ({ amount: amount.replace('-', ''), currency: last.currency });
  return (
    <Flex component="span" display="inline-flex" gap="var(--space-1)" {...(isUp && { c: 'var(--warning-ink)' })}>
      <Sign size={16} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
      {text.moved({ way: isUp ? 'up' : 'other', from: sum(change.from), to: sum(change.to), day: change.day })}
    </Flex>
  );
}
