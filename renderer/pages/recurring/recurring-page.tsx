import { Anchor, Button } from '@mantine/core';
import { Link } from 'wouter';
import { useAnswer } from '../../control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useAccount } from '../../shell/account-context.tsx';
import { MENU_ICONS } from '../../shell/menu-icons.ts';
import { useTexts } from '../../words/words.tsx';
import { RecurringTable } from './recurring-table.tsx';

/** What is paid again and again: when next, and how its price moved. */
export function RecurringPage() {
  const { account } = useAccount();
  const text = useTexts().recurring;
  const { data, error, refetch } = useAnswer('transaction.recurring', { accountId: account.id });
  return (
    <>
      <Anchor component={Link} href="/transactions" size="sm">
        {text.all}
      </Anchor>
      <PageTitle title={text.title} about={text.about} />
      {data === undefined ? (
        <LoadingState height={480} failure={error} again={refetch} />
      ) : (
        <Card title={text.list}>
          {data.payments.length === 0 ? (
            <EmptyState
              icon={MENU_ICONS.transactions}
              action={
                <Button component={Link} href="/transactions" variant="default">
                  {text.toTransactions}
                </Button>
              }
            >
              {text.none}
            </EmptyState>
          ) : (
            <RecurringTable payments={data.payments} today={data.today} />
          )}
        </Card>
      )}
    </>
  );
}
