import { Alert, Button, Group, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import type { ClockChangeView, ScheduleView } from '../../../../src/contract/control/schedule.ts';
import { useFormat, useTexts } from '../../../base/words.tsx';
import { useAction, useAnswer } from '../../../base/control/use-control.ts';
import { DialogForm } from '../../../parts/dialog-form.tsx';
import { checkScheduleInput, cycleInWords, PRESETS, type ScheduleInput, toScheduleInput } from './schedule-input.ts';

const TYPING_MS = 250;
const SHOWN_RUNS = 3;

/** Previews the next runs before the schedule is set. Untouched fields follow changes from elsewhere. */
export function ScheduleForm({
  accountId,
  schedule,
  close,
}: {
  readonly accountId: string;
  readonly schedule: ScheduleView | null;
  readonly close: () => void;
}) {
  const text = useTexts().schedule;
  const format = useFormat();
  const [draft, setDraft] = useState<ScheduleInput | null>(null);
  const set = useAction('schedule.set');
  const values =
    draft ??
    (schedule === null ? (PRESETS[0] as ScheduleInput) : toScheduleInput(schedule.startTime, schedule.periodMinutes));
  const { input, startWrong, intervalWrong } = checkScheduleInput(values);
  const [previewed] = useDebouncedValue(input === null ? null : JSON.stringify({ accountId, ...input }), TYPING_MS);
  const { data: coming } = useAnswer(
    'schedule.preview',
    previewed === null ? null : (JSON.parse(previewed) as { accountId: string; startTime: string }),
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
      isPending={set.isPending}
      failure={set.error}
      submit={() => {
        if (input !== null) set.mutate({ accountId, ...input }, { onSuccess: close });
      }}
      close={close}
    >
      <Group gap="xs" role="group" aria-label={text.presets}>
        {PRESETS.map((preset) => (
          <Button
            key={preset.startTime + preset.hours}
            variant="default"
            size="compact-sm"
            onClick={() => change(preset)}
          >
            {cycleInWords(preset.startTime, Number(preset.hours) * 60, text)}
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
          <Text fw={600}>{cycleInWords(coming.startTime, coming.periodMinutes, text)}</Text>
          <Text size="sm" c="dimmed" mb="sm">
            {coming.nextRunsAt
              .slice(0, SHOWN_RUNS)
              .map((instant) => format.momentIn(instant, coming.timeZone))
              .join(' · ')}{' '}
            ({coming.timeZone})
          </Text>
          {coming.clockChange !== null && <ClockChange change={coming.clockChange} />}
        </div>
      )}
      {schedule?.paused === true && <Text size="sm">{text.resumes}</Text>}
    </DialogForm>
  );
}

/** The effect of a clock change on the runs of that day. */
export function ClockChange({ change: { at, kind, before, after, times } }: { readonly change: ClockChangeView }) {
  const text = useTexts().schedule;
  const format = useFormat();
  return (
    <Alert color="blue" icon={<IconClock aria-hidden />} title={text.atDay({ day: format.moment(at) })} c="var(--ink)">
      {text[kind]({ before, after, times: format.list(times), count: times.length })}
    </Alert>
  );
}
