import { Card, Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { BalanceView } from '../../../src/contract/control/balances.ts';
import { FollowRun } from '../../parts/follow-run.tsx';
import { useNow } from '../../parts/use-now.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import { useAction } from '../../control/use-control.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import classes from './accounts.module.css';
import { BalanceDetails } from './balance-details.tsx';
import { Differences } from './differences.tsx';
import { Proof } from './proof.tsx';
import { TrendLine } from './trend-line.tsx';

interface BankAccountProps {
  readonly accountId: string;
  readonly balance: BalanceView;
}

/** One bank account in one currency: what it holds, how that changed, and whether the rows add up to it. */
export function BankAccount({ accountId, balance }: BankAccountProps) {
  const { name, proof } = balance;
  const id = useId();
  // Here, since what it restores makes its own cause go away.
  const restore = useAction('deleted.restore');
  return (
    <Card component="section" aria-labelledby={id} withBorder padding="lg">
      <div className={classes['head']}>
        <div className={classes['name']}>
          <Title order={2} id={id}>
            {name}
          </Title>
          <Sources balance={balance} />
        </div>
        <Held balance={balance} />
      </div>
      <div className={classes['body']}>
        <Proof balance={balance} />
        <TrendLine balance={balance} />
      </div>
      {proof.state === 'differs' && (
        <Differences
          accountId={accountId}
          balance={balance}
          differences={proof.differences}
          isRestoring={restore.isPending}
          restore={(transactionIds) => restore.mutate({ accountId, transactionIds: [...transactionIds] })}
        />
      )}
      {restore.error !== null && <ErrorState failure={restore.error} />}
      {restore.data !== undefined && (
        <div className={classes['run']}>
          <FollowRun key={restore.data.runId} runId={restore.data.runId} />
        </div>
      )}
      <BalanceDetails balance={balance} />
    </Card>
  );
}

/** Where it comes from, and how old it is. */
function Sources({ balance: { connections, lastSyncedAt } }: { readonly balance: BalanceView }) {
  const text = useTexts().accounts;
  const format = useFormat();
  const now = useNow();
  const from = connections.length === 0 ? text.fromFiles : format.list(connections.map(({ name }) => name));
  const when = lastSyncedAt === null ? [] : [text.synced({ when: format.relative(lastSyncedAt, now) })];
  return (
    <Text size="sm" c="dimmed">
      {[from, ...when].join(' · ')}
    </Text>
  );
}

function Held({ balance: { latest, available, currency } }: { readonly balance: BalanceView }) {
  const text = useTexts().accounts;
  const format = useFormat();
  // Most days it is what is booked, and saying so twice tells nothing.
  const isTold = available !== null && (available.amount !== latest?.amount || available.day !== latest.day);
  return (
    <div className={classes['held']}>
      {latest === null ? (
        <Text c="dimmed">{text.noBooked}</Text>
      ) : (
        <Text fz="1.375rem" lh={1.35} fw={600} data-figures>
          {format.money(latest.amount, currency)}
        </Text>
      )}
      {latest !== null && (
        <Text size="sm" c="dimmed">
          {text.onDay({ day: latest.day })}
        </Text>
      )}
      {isTold && (
        <Text size="sm" c="dimmed" data-figures>
          {available.day === latest?.day
            ? text.available({ amount: { amount: available.amount, currency } })
            : text.availableOn({ day: available.day, amount: { amount: available.amount, currency } })}
        </Text>
      )}
    </div>
  );
}
