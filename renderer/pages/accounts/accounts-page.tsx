import { Button, Stack } from '@mantine/core';
import { Link } from 'wouter';
import type { BalanceView } from '../../../src/contract/control/balances.ts';
import { useAnswer } from '../../control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useAccount } from '../../shell/account-context.tsx';
import { MENU_ICONS } from '../../shell/menu-icons.ts';
import { useTexts } from '../../words/words.tsx';
import { WhileInDemo } from '../welcome/while-in-demo.tsx';
import classes from './accounts.module.css';
import { BankAccount } from './bank-account.tsx';
import { Totals } from './totals.tsx';

/** What each bank account holds, and whether the rows add up to it. */
export function AccountsPage() {
  const { account } = useAccount();
  const text = useTexts().accounts;
  const { data, error, refetch } = useAnswer('balance.list', { accountId: account.id });
  return (
    <>
      <PageTitle title={text.title} about={text.about} />
      <Stack gap="lg">
        <WhileInDemo />
        {data === undefined ? (
          <LoadingState height={480} failure={error} again={refetch} />
        ) : data.balances.length === 0 ? (
          <NoneYet />
        ) : (
          <>
            <Totals totals={data.totals} />
            <div className={classes['cards']}>
              {data.balances.toSorted(byNeed).map((balance) => (
                <BankAccount
                  key={`${account.id} ${balance.bankAccountId} ${balance.currency}`}
                  accountId={account.id}
                  balance={balance}
                />
              ))}
            </div>
          </>
        )}
      </Stack>
    </>
  );
}

/** What does not add up comes first; otherwise they stay in their order. */
function byNeed(a: BalanceView, b: BalanceView): number {
  const rank = ({ proof }: BalanceView): number => (proof.state === 'differs' ? 0 : 1);
  return rank(a) - rank(b);
}

function NoneYet() {
  const text = useTexts().accounts;
  return (
    <Card title={text.list}>
      <EmptyState
        icon={MENU_ICONS.accounts}
        action={
          <Button component={Link} href="/connections">
            {text.toConnections}
          </Button>
        }
      >
        {text.none}
      </EmptyState>
    </Card>
  );
}
