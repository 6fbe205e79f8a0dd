import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useAction } from '../../control/use-control.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import { FollowRun } from '../../parts/follow-run.tsx';
import { useTexts } from '../../words/words.tsx';

/** A workbook without a sheet for rules is given one before anything is typed. */
export function NoRulesSheet({ accountId }: { readonly accountId: string }) {
  const text = useTexts().additions;
  const add = useAction('workbook.addMissing');
  if (add.data !== undefined) return <FollowRun runId={add.data.runId} />;
  return (
    <Alert>
      <Stack gap="sm">
        <Text size="sm">{text.rules}</Text>
        {add.error !== null && <ErrorState failure={add.error} />}
        <Group>
          <Button
            size="xs"
            loading={add.isPending}
            onClick={() => add.mutate({ accountId, add: { columns: [], sheets: ['rules'] } })}
          >
            {text.addRules}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
