import { Group, Stack, Text, SimpleGrid, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import type { ScheduleView } from '../../../../src/contract/control/schedule.ts';
import { scheduleWords } from '../../../../src/messages/shared-words.ts';
import { useTexts } from '../../../base/words.tsx';
import { Card, ErrorState, LoadingState } from '../../../parts/layout.tsx';
import { DialogForm, Dialog } from '../../../parts/dialogs.tsx';
import { RowMenu } from '../../../parts/row-menu.tsx';
import { useNow } from '../../../parts/use-now.ts';
import { Muted, Button } from '../../../parts/links.tsx';
import { checkScheduleInput, PRESETS, type ScheduleInput, toScheduleInput } from './schedule-input.ts';
import { useState } from 'react';
import { useAccountAction, useAccountAnswer } from '../../../parts/account-context.tsx';

/** Links on other pages lead to this address, which opens the form. */
const FORM = '/connections/schedule';

export function ScheduleCard() {
  const { schedule: text, overview, parts, format } = useTexts();
  const now = useNow();
  const { data: schedule, error, refetch } = useAccountAnswer('schedule.get');
  const next = schedule?.nextRunsAt[0];
  const pause = useAccountAction('schedule.pause');
  const remove = useAccountAction('schedule.remove');
  const pauseOrResume = (): void => pause.mutate({ paused: schedule?.paused !== true });
  const [location, navigate] = useLocation();
  const open = (): void => navigate(FORM, { replace: true });
  const close = (): void => navigate('/connections', { replace: true });
  return (
    <Card
      title={text.title}
      actions={
        schedule === null ? (
          <Button size="xs" variant="default" onClick={open}>
            {text.save}
          </Button>
        ) : (
          schedule !== undefined && (
            <Group gap="xs">
              {schedule.paused && (
                <Button size="xs" icon={IconPlayerPlay} onClick={pauseOrResume}>
                  {parts.resume}
                </Button>
              )}
              <RowMenu
                name={text.title}
                isPending={pause.isPending}
                actions={[
                  { label: parts.edit, act: open },
                  ...(schedule.paused ? [] : [{ label: parts.pause, act: pauseOrResume }]),
                  { label: parts.remove, act: () => remove.mutate({}), isDestructive: true },
                ]}
              />
              <ErrorState failure={pause.error} />
              <ErrorState failure={remove.error} />
            </Group>
          )
        )
      }
    >
      {schedule === undefined ? (
        <LoadingState height={80} failure={error} retry={refetch} />
      ) : schedule === null ? (
        <Muted>{text.none}</Muted>
      ) : (
        <Stack gap="sm" aria-live="polite">
          <Text fw={600}>{scheduleWords(schedule.startTime, schedule.periodMinutes, text)}</Text>
          {schedule.paused ? (
            <Text size="sm">{text.paused}</Text>
          ) : (
            next !== undefined && (
              <Muted>
                {overview.nextRun({
                  when: `${format.momentIn(next, schedule.timeZone)} (${format.relative(next, now)})`,
                })}
              </Muted>
            )
          )}
        </Stack>
      )}
      <Dialog title={text.save} isOpen={location === FORM && schedule !== undefined} close={close} size="lg">
        <ScheduleForm schedule={schedule ?? null} close={close} />
      </Dialog>
    </Card>
  );
}

const TYPING_MS = 250;
const SHOWN_RUNS = 3;

function ScheduleForm({ schedule, close }: { readonly schedule: ScheduleView | null; readonly close: () => void }) {
  const { schedule: text, format } = useTexts();
  const [draft, setDraft] = useState<ScheduleInput | null>(null);
  const set = useAccountAction('schedule.set');
  const values =
    draft ??
    (schedule === null ? (PRESETS[0] as ScheduleInput) : toScheduleInput(schedule.startTime, schedule.periodMinutes));
  const { input, startWrong, intervalWrong } = checkScheduleInput(values);
  const [previewed] = useDebouncedValue(input === null ? null : JSON.stringify(input), TYPING_MS);
  const { data: coming } = useAccountAnswer(
    'schedule.preview',
    previewed === null ? null : (JSON.parse(previewed) as NonNullable<typeof input>),
  );
  const change = (news: Partial<ScheduleInput>): void => {
    set.reset();
    setDraft({ ...values, ...news });
  };
  const number = (field: 'hours' | 'minutes') => (
    <TextInput
      type="number"
      min={0}
      max={field === 'hours' ? 24 : 1440}
      label={text[field]}
      value={values[field]}
      onChange={({ currentTarget }) => change({ [field]: currentTarget.value })}
      error={intervalWrong && (field === 'minutes' || text.intervalWrong)}
    />
  );
  return (
    <DialogForm
      submitLabel={text.save}
      action={set}
      submit={() => input !== null && set.mutate(input, { onSuccess: close })}
      close={close}
    >
      <Group gap="xs" role="group" aria-label={text.title}>
        {PRESETS.map((preset) => (
          <Button
            key={preset.startTime + preset.hours}
            variant="default"
            size="compact-sm"
            onClick={() => change(preset)}
          >
            {scheduleWords(preset.startTime, Number(preset.hours) * 60, text)}
          </Button>
        ))}
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextInput
          type="time"
          label={text.start}
          value={values.startTime}
          onChange={({ currentTarget }) => change({ startTime: currentTarget.value })}
          error={startWrong && text.startWrong}
          required
          withAsterisk={false}
        />
        {number('hours')}
        {number('minutes')}
      </SimpleGrid>
      {coming !== undefined && input !== null && (
        <div aria-live="polite">
          <Text fw={600}>{scheduleWords(coming.startTime, coming.periodMinutes, text)}</Text>
          <Muted mb="sm">
            {coming.nextRunsAt
              .slice(0, SHOWN_RUNS)
              .map((instant) => format.momentIn(instant, coming.timeZone))
              .join(' · ')}{' '}
            ({coming.timeZone})
          </Muted>
        </div>
      )}
      {schedule?.paused === true && <Text size="sm">{text.resumes}</Text>}
    </DialogForm>
  );
}
