import { Button, Text } from '@mantine/core';
import { useAction, useAnswer } from '../../control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { FollowRun } from '../../parts/follow-run.tsx';
import { useTexts } from '../../words/words.tsx';

/** Where balances go, or would go: a sheet is added, or one of the person's own filled, only when they ask for it. */
export function BalancesSheet({ accountId }: { readonly accountId: string }) {
  const text = useTexts().workbook.balances;
  const { data } = useAnswer('workbook.balances', { accountId });
  const add = useAction('workbook.addBalances');
  if (data === undefined) return null;
  const { state, sheet, columns, rows } = data;
  return (
    <Card title={text.title}>
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
    </Card>
  );
}
