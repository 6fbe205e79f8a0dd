import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import type { ScheduleView } from '../../../../src/contract/control/schedule.ts';
import { useFormat, useTexts } from '../../../base/words.tsx';
import { useAction, useAnswer } from '../../../base/control/use-control.ts';
import { Card } from '../../../parts/card.tsx';
import { Confirm } from '../../../parts/dialog-form.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { RowMenu } from '../../../parts/row-menu.tsx';
import { ErrorState, LoadingState } from '../../../parts/states.tsx';
import { useNow } from '../../../parts/use-now.ts';
import { ClockChange, ScheduleForm } from './schedule-form.tsx';
import { cycleInWords } from './schedule-input.ts';

/** Links elsewhere lead here; the form is then open. */
const FORM = '/connections/schedule';

/** When Pennyrow syncs automatically. */
export function ScheduleCard({ accountId }: { readonly accountId: string }) {
  const text = useTexts().schedule;
  const { data: schedule, error, refetch } = useAnswer('schedule.get', { accountId });
  const [location, navigate] = useLocation();
  const open = (): void => navigate(FORM, { replace: true });
  const close = (): void => navigate('/connections', { replace: true });
  return (
    <Card
      title={text.title}
      actions={
        schedule === null ? (
          <Button size="xs" onClick={open}>
            {text.make}
          </Button>
        ) : (
          schedule !== undefined && <ScheduleActions accountId={accountId} schedule={schedule} change={open} />
        )
      }
    >
      {schedule === undefined ? (
        <LoadingState height={80} failure={error} retry={refetch} />
      ) : schedule === null ? (
        <Text c="dimmed">{text.none}</Text>
      ) : (
        <CurrentSchedule schedule={schedule} />
      )}
      <Dialog
        title={schedule === null ? text.make : text.change}
        isOpen={location === FORM && schedule !== undefined}
        close={close}
        size="lg"
      >
        <ScheduleForm accountId={accountId} schedule={schedule ?? null} close={close} />
      </Dialog>
    </Card>
  );
}

function ScheduleActions({
  accountId,
  schedule: { paused },
  change,
}: {
  readonly accountId: string;
  readonly schedule: ScheduleView;
  readonly change: () => void;
}) {
  const text = useTexts().schedule;
  const [isAsking, { open, close }] = useDisclosure();
  const pause = useAction('schedule.pause');
  const remove = useAction('schedule.remove');
  const pauseOrResume = (): void => pause.mutate({ accountId, paused: !paused });
  return (
    <Group gap="xs">
      {paused && (
        <Button size="xs" leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={pauseOrResume}>
          {text.resume}
        </Button>
      )}
      <RowMenu
        name={text.title}
        isPending={pause.isPending}
        actions={[
          { label: text.change, act: change },
          ...(paused ? [] : [{ label: text.pause, act: pauseOrResume }]),
          { label: text.remove, act: open, isDestructive: true },
        ]}
      />
      {pause.error !== null && <ErrorState failure={pause.error} />}
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
    </Group>
  );
}

function CurrentSchedule({
  schedule: { startTime, periodMinutes, paused, nextRunsAt, timeZone, clockChange },
}: {
  readonly schedule: ScheduleView;
}) {
  const text = useTexts().schedule;
  const format = useFormat();
  const now = useNow();
  const [next] = nextRunsAt;
  return (
    <Stack gap="sm" aria-live="polite">
      <Text fw={600}>{cycleInWords(startTime, periodMinutes, text)}</Text>
      {paused ? (
        <Text size="sm">{text.paused}</Text>
      ) : (
        next !== undefined && (
          <Text size="sm" c="dimmed">
            {text.next({ moment: format.momentIn(next, timeZone), when: format.relative(next, now) })}
          </Text>
        )
      )}
      {!paused && clockChange !== null && <ClockChange change={clockChange} />}
    </Stack>
  );
}
