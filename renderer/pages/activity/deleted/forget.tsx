import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { DeletedRow } from '../../../../src/contract/control/deleted.ts';
import { useAction } from '../../../control/use-control.ts';
import { Card } from '../../../parts/card.tsx';
import { Confirm } from '../../../parts/confirm.tsx';
import { ErrorState } from '../../../parts/error-state.tsx';
import { FollowRun } from '../../../parts/follow-run.tsx';
import { useFormat, useTexts } from '../../../words/words.tsx';

/** Lets deleted rows of a range of days come in again, by forgetting that they were deleted. */
export function Forget({ accountId, rows }: { readonly accountId: string; readonly rows: readonly DeletedRow[] }) {
  const text = useTexts().activityDeleted;
  const format = useFormat();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [isTried, setTried] = useState(false);
  const [isAsking, { open, close }] = useDisclosure();
  const forget = useAction('deleted.forget');
  const sync = useAction('run.sync');
  const count = rows.filter(({ date }) => date >= from && date <= to).length;
  const problem =
    from === '' || to === '' ? text.daysMissing : to < from ? text.daysSwapped : count === 0 ? text.daysEmpty : null;
  const submit = (event: React.SubmitEvent): void => {
    event.preventDefault();
    setTried(true);
    if (problem === null) open();
  };
  const confirm = async (): Promise<void> => {
    setTried(false);
    await forget.mutateAsync({ accountId, from, to });
    close();
    await sync.mutateAsync({ accountId });
  };
  return (
    <Card title={text.forget}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Text size="sm">{text.forgetAbout}</Text>
          <Text size="sm" c="dimmed">
            {text.forgetFiles}
          </Text>
          <Group align="flex-end" gap="sm">
            <TextInput
              type="date"
              label={text.from}
              value={from}
              onChange={({ currentTarget }) => setFrom(currentTarget.value)}
            />
            <TextInput
              type="date"
              label={text.to}
              value={to}
              onChange={({ currentTarget }) => setTo(currentTarget.value)}
            />
            <Button type="submit" variant="default">
              {text.forget}
            </Button>
          </Group>
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {isTried && problem}
          </Text>
          {forget.data !== undefined && (
            <Text role="status">
              {text.forgotten({ count: forget.data.forgotten, rows: format.number(forget.data.forgotten) })}
            </Text>
          )}
          {sync.error !== null && <ErrorState failure={sync.error} />}
          {sync.data !== undefined && <FollowRun key={sync.data.runId} runId={sync.data.runId} />}
        </Stack>
      </form>
      <Confirm
        title={text.forgetTitle}
        yes={text.forget}
        isOpen={isAsking}
        isPending={forget.isPending}
        failure={forget.error}
        // What fails is shown where it was asked for.
        confirm={() => void confirm().catch(() => undefined)}
        close={close}
      >
        <Text>
          {problem === null &&
            text.forgetWhat({ count, rows: format.number(count), from: format.day(from), to: format.day(to) })}
        </Text>
        <Text mt="xs">{text.forgetLasts}</Text>
      </Confirm>
    </Card>
  );
}
