import { Alert, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import type {
  ClockChangeView,
  ComingRuns as ComingRunsView,
  ScheduleView,
} from '../../../src/contract/control/schedule.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useAction, useAnswer } from '../../base/control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { useNow } from '../../parts/use-now.ts';
import {
  checkScheduleInput,
  cycleInWords,
  lastIntervalInWords,
  PRESETS,
  type ScheduleInput,
  toScheduleInput,
} from './schedule-input.ts';
import classes from './schedule.module.css';

const TYPING_MS = 250;

/** Previews the schedule before it is set. Untouched fields follow changes from elsewhere. */
export function ScheduleForm({
  accountId,
  schedule,
}: {
  readonly accountId: string;
  readonly schedule: ScheduleView | null;
}) {
  const text = useTexts().schedule;
  const [draft, setDraft] = useState<ScheduleInput | null>(null);
  const set = useAction('schedule.set');
  const values =
    draft ??
    (schedule === null ? (PRESETS[0] as ScheduleInput) : toScheduleInput(schedule.startTime, schedule.periodMinutes));
  const { input, startWrong, intervalWrong } = checkScheduleInput(values);
  const isNew =
    input !== null &&
    (schedule === null ||
      input.startTime !== schedule.startTime ||
      input.hours * 60 + input.minutes !== schedule.periodMinutes);
  const [debouncedInput] = useDebouncedValue(isNew ? JSON.stringify({ accountId, ...input }) : null, TYPING_MS);
  const { data: coming } = useAnswer(
    'schedule.preview',
    debouncedInput === null ? null : (JSON.parse(debouncedInput) as { accountId: string; startTime: string }),
  );
  const change = (news: Partial<ScheduleInput>): void => {
    set.reset();
    setDraft({ ...values, ...news });
  };
  const submit = (event: React.SubmitEvent): void => {
    event.preventDefault();
    if (input !== null) set.mutate({ accountId, ...input }, { onSuccess: () => setDraft(null) });
  };
  return (
    <Card title={schedule === null ? text.make : text.change}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
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
            <TextInput
              type="number"
              min={0}
              max={24}
              label={text.hours}
              value={values.hours}
              onChange={({ currentTarget }) => change({ hours: currentTarget.value })}
              error={intervalWrong && text.intervalWrong}
            />
            <TextInput
              type="number"
              min={0}
              max={1440}
              label={text.minutes}
              value={values.minutes}
              onChange={({ currentTarget }) => change({ minutes: currentTarget.value })}
              error={intervalWrong}
            />
          </SimpleGrid>
          {isNew && coming !== undefined && debouncedInput !== null && (
            <div aria-live="polite">
              <Text fw={600} mb={6}>
                {text.would}: {cycleInWords(coming.startTime, coming.periodMinutes, text)}
              </Text>
              <ComingRuns coming={coming} />
              {lastIntervalInWords(coming.startTime, coming.periodMinutes, text) !== null && (
                <Text size="sm" c="dimmed" mt={6}>
                  {lastIntervalInWords(coming.startTime, coming.periodMinutes, text)}
                </Text>
              )}
            </div>
          )}
          {set.error !== null && <ErrorState failure={set.error} />}
          <Group gap="sm">
            <Button type="submit" disabled={!isNew} loading={set.isPending}>
              {text.save}
            </Button>
            {draft !== null && schedule !== null && (
              <Button variant="default" onClick={() => setDraft(null)}>
                {text.discard}
              </Button>
            )}
            <Text size="sm" c="dimmed" role="status">
              {set.isSuccess && !isNew ? text.saved : schedule?.paused === true && isNew ? text.resumes : ''}
            </Text>
          </Group>
          <Text size="sm" c="dimmed">
            {text.scripts}
          </Text>
        </Stack>
      </form>
    </Card>
  );
}

/** The next runs in the account's time zone, with a note on clock changes. */
export function ComingRuns({
  coming: { nextRunsAt, timeZone, clockChange },
}: {
  readonly coming: Pick<ComingRunsView, 'nextRunsAt' | 'timeZone' | 'clockChange'>;
}) {
  const format = useFormat();
  const now = useNow();
  return (
    <Stack gap="sm">
      <ol className={classes['runs']}>
        {nextRunsAt.map((instant) => (
          <li key={instant}>
            <time dateTime={instant} data-figures>
              {format.momentIn(instant, timeZone)}
            </time>{' '}
            <Text span size="sm" c="dimmed">
              {format.relative(instant, now)}
            </Text>
          </li>
        ))}
      </ol>
      {clockChange !== null && <ClockChange change={clockChange} />}
    </Stack>
  );
}

function ClockChange({ change: { at, kind, before, after, times } }: { readonly change: ClockChangeView }) {
  const text = useTexts().schedule;
  const format = useFormat();
  return (
    <Alert
      color="blue"
      icon={<IconClock aria-hidden />}
      title={text.atDay({ day: format.moment(at) })}
      className={classes['change'] ?? ''}
    >
      {text[kind]({ before, after, times: format.list(times), count: times.length })}
    </Alert>
  );
}
