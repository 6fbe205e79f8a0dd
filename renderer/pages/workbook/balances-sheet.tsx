import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useAction, useAnswer } from '../../control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { FollowRun } from '../../parts/follow-run.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { useTexts } from '../../words/words.tsx';

/** A sheet is added, or one of the person's own filled, only when they ask for it. */
export function BalancesSheet({ accountId }: { readonly accountId: string }) {
  const text = useTexts().workbook.balances;
  // The answer takes a look at the workbook, which may be at a service: not at each visit of the page.
  const [isAsked, setAsked] = useState(false);
  return (
    <Card title={text.title}>
      {isAsked ? (
        <Balances accountId={accountId} />
      ) : (
        <>
          <Text size="sm">{text.about}</Text>
          <Button variant="default" size="xs" mt="sm" onClick={() => setAsked(true)}>
            {text.look}
          </Button>
        </>
      )}
    </Card>
  );
}

/** Where balances go, or would go. */
function Balances({ accountId }: { readonly accountId: string }) {
  const text = useTexts().workbook.balances;
  const { data, error, refetch } = useAnswer('workbook.balances', { accountId });
  const add = useAction('workbook.addBalances');
  if (data === undefined) return <LoadingState height={60} failure={error} again={refetch} />;
  const { state, sheet, columns, rows } = data;
  return (
    <>
      <Text size="sm">{text.what({ state, sheet, columns: [...columns] })}</Text>
      {state !== 'written' && rows > 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          {text.known({ rows })}
        </Text>
      )}
      {state !== 'written' && add.data === undefined && (
        <Button variant="default" size="xs" mt="sm" loading={add.isPending} onClick={() => add.mutate({ accountId })}>
          {text.add({ state, sheet })}
        </Button>
      )}
      {add.error !== null && <ErrorState failure={add.error} />}
      {add.data !== undefined && <FollowRun runId={add.data.runId} />}
    </>
  );
}
