import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import type { ScheduleView } from '../../../src/contract/control/schedule.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useCanSync } from '../../base/control/use-control.ts';
import { useAction, useAnswer } from '../../base/control/use-control.ts';
import { useAccount } from '../../parts/account-context.tsx';
import { Card } from '../../parts/card.tsx';
import { Confirm } from '../../parts/dialog-form.tsx';
import { Facts } from '../../parts/facts.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { ErrorState, LoadingState } from '../../parts/states.tsx';
import { useNow } from '../../parts/use-now.ts';
import { ComingRuns, ScheduleForm } from './schedule-form.tsx';
import { cycleInWords, lastIntervalInWords } from './schedule-input.ts';

export function SchedulePage() {
  const { account } = useAccount();
  const text = useTexts().schedule;
  const canSync = useCanSync(account.id);
  const { data: schedule, error, refetch } = useAnswer('schedule.get', { accountId: account.id });
  return (
    <>
      <PageTitle title={text.title} about={text.about} />
      {schedule === undefined ? (
        <LoadingState height={480} failure={error} retry={refetch} />
      ) : (
        <Stack gap="lg">
          {schedule === null ? (
            <Card title={text.now}>
              <Text c="dimmed">{canSync ? text.none : text.noBank}</Text>
            </Card>
          ) : (
            <CurrentSchedule accountId={account.id} schedule={schedule} />
          )}
          <ScheduleForm key={account.id} accountId={account.id} schedule={schedule} />
        </Stack>
      )}
    </>
  );
}

function CurrentSchedule({ accountId, schedule }: { readonly accountId: string; readonly schedule: ScheduleView }) {
  const text = useTexts().schedule;
  const pause = useAction('schedule.pause');
  const { startTime, periodMinutes, paused } = schedule;
  const odd = lastIntervalInWords(startTime, periodMinutes, text);
  return (
    <Card
      title={text.now}
      actions={
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            leftSection={paused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />}
            loading={pause.isPending}
            onClick={() => pause.mutate({ accountId, paused: !paused })}
          >
            {paused ? text.resume : text.pause}
          </Button>
          <Remove accountId={accountId} />
        </Group>
      }
    >
      <Stack gap="md">
        <div aria-live="polite">
          <Text size="lg" fw={600}>
            {cycleInWords(startTime, periodMinutes, text)}
          </Text>
          {odd !== null && (
            <Text size="sm" c="dimmed">
              {odd}
            </Text>
          )}
          {paused && <Text mt={4}>{text.paused}</Text>}
        </div>
        {pause.error !== null && <ErrorState failure={pause.error} />}
        {!paused && (
          <div>
            <Text component="h3" fw={600} mb={6} size="sm">
              {text.next}
            </Text>
            <ComingRuns coming={schedule} />
          </div>
        )}
        <About schedule={schedule} />
      </Stack>
    </Card>
  );
}

function About({ schedule: { timeZone, cron, lastRunAt } }: { readonly schedule: ScheduleView }) {
  const text = useTexts().schedule;
  const format = useFormat();
  const now = useNow();
  return (
    <Facts
      facts={[
        [
          text.lastRun,
          lastRunAt === null
            ? text.neverRan
            : `${format.momentIn(lastRunAt, timeZone)} (${format.relative(lastRunAt, now)})`,
        ],
        [text.zone, timeZone],
        [text.cron, <Code key="cron">{cron}</Code>],
      ]}
    />
  );
}

function Remove({ accountId }: { readonly accountId: string }) {
  const text = useTexts().schedule;
  const [isAsking, { open, close }] = useDisclosure();
  const remove = useAction('schedule.remove');
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconTrash size={16} aria-hidden />} onClick={open}>
        {text.remove}
      </Button>
      <Confirm
        title={text.removeTitle}
        confirmLabel={text.remove}
        isOpen={isAsking}
        isPending={remove.isPending}
        failure={remove.error}
        confirm={() => remove.mutate({ accountId }, { onSuccess: close })}
        close={close}
      >
        {text.removeWhat}
      </Confirm>
    </>
  );
}
