import { Anchor, Text } from '@mantine/core';
import { IconTrendingDown, IconTrendingUp } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { RecurringView } from '../../../src/contract/control/transactions.ts';
import { MENU_ICONS } from '../../base/menu-icons.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useAnswer } from '../../base/control/use-control.ts';
import { useAccount } from '../../parts/account-context.tsx';
import { AccountName } from '../../parts/account-name.tsx';
import { Card } from '../../parts/card.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { EmptyState, LoadingState } from '../../parts/states.tsx';
import { transactionsAddress } from '../../parts/transactions-address.ts';
import classes from './recurring.module.css';
import table from '../../parts/rows-table.module.css';

export function RecurringPage() {
  const { account } = useAccount();
  const text = useTexts().recurring;
  const { data, error, refetch } = useAnswer('transaction.recurring', { accountId: account.id });
  return (
    <>
      <Anchor component={Link} href="/transactions" size="sm">
        {text.all}
      </Anchor>
      <PageTitle title={text.title} />
      {data === undefined ? (
        <LoadingState height={480} failure={error} retry={refetch} />
      ) : (
        <Card title={text.list}>
          {data.payments.length === 0 ? (
            <EmptyState icon={MENU_ICONS.transactions}>{text.none}</EmptyState>
          ) : (
            <RecurringTable payments={data.payments} today={data.today} />
          )}
        </Card>
      )}
    </>
  );
}

interface RecurringTableProps {
  readonly payments: readonly RecurringView[];
  readonly today: string;
}

/** Overdue and next payments come first. */
function RecurringTable({ payments, today }: RecurringTableProps) {
  const text = useTexts().recurring;
  const columns = useTexts().column;
  return (
    <Text component="table" size="sm" className={table['table'] ?? ''}>
      <thead>
        <tr>
          <th scope="col">{text.next}</th>
          <th scope="col">{columns.description}</th>
          <th scope="col" className={table['wide']}>
            {text.rhythm}
          </th>
          <th scope="col" className={table['wide']}>
            {text.price}
          </th>
          <th scope="col" className={table['amount']}>
            {columns.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <Payment key={`${payment.last.id} ${payment.last.row}`} payment={payment} today={today} />
        ))}
      </tbody>
    </Text>
  );
}

function Payment({ payment, today }: { readonly payment: RecurringView; readonly today: string }) {
  const { rhythm, next, last } = payment;
  const text = useTexts().recurring;
  const format = useFormat();
  const { description, account, amount, currency } = last;
  return (
    <tr>
      <td className={table['day']}>
        {format.day(next)}
        {next < today && (
          <Text span size="xs" display="block" className={classes['late'] ?? ''}>
            {text.late}
          </Text>
        )}
      </td>
      <td>
        <Anchor
          component={Link}
          href={transactionsAddress({ search: payeeOf(description) })}
          size="sm"
          c="inherit"
          fw={500}
        >
          {description}
        </Anchor>
        {account !== '' && (
          <Text span size="xs" c="dimmed" display="block">
            <AccountName name={account} />
          </Text>
        )}
        <Text span size="xs" c="dimmed" className={table['narrow'] ?? ''}>
          {text.rhythms[rhythm]} · <Price payment={payment} />
        </Text>
      </td>
      <td className={table['wide']}>{text.rhythms[rhythm]}</td>
      <td className={table['wide']}>
        <Price payment={payment} />
      </td>
      <td className={table['amount']} data-figures>
        {format.money(amount, currency)}
      </td>
    </tr>
  );
}

/** The part of the description that all payments share: no day, terminal or reference. */
function payeeOf(description: string): string {
  return (
    description
      .replaceAll(/\S*\d\S*/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim() || description
  );
}

/** Shows the price change as a sign and in words. */
function Price({ payment: { varies, change, count, last } }: { readonly payment: RecurringView }) {
  const text = useTexts().recurring;
  if (varies) return text.varies;
  if (change === null) return text.same({ count });
  const isUp = Number(change.to) < Number(change.from);
  const Sign = isUp ? IconTrendingUp : IconTrendingDown;
  const sum = (amount: string) => ({ amount: amount.replace('-', ''), currency: last.currency });
  return (
    <span className={classes['moved']} data-up={isUp || undefined}>
      <Sign size={16} aria-hidden />
      {text.moved({ way: isUp ? 'up' : 'other', from: sum(change.from), to: sum(change.to), day: change.day })}
    </span>
  );
}
