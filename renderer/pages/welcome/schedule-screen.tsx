import { Badge, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../base/words.tsx';
import { useAction, useAnswer } from '../../base/control/use-control.ts';
import { useAccount } from '../../parts/account-context.tsx';
import { cycleInWords, PRESETS } from '../connections/schedule/schedule-input.ts';
import { Frame, type WizardNav } from './frame.tsx';

const NEVER = 'never';

/** Common schedules; the connections offer all others. */
export function ScheduleScreen(nav: WizardNav) {
  const { account } = useAccount();
  const { schedule: text, next } = useTexts().welcome;
  const scheduleText = useTexts().schedule;
  const { data: schedule } = useAnswer('schedule.get', { accountId: account.id });
  const set = useAction('schedule.set');
  const [chosenPreset, setChosenPreset] = useState<string | null>(null);
  const selected = chosenPreset ?? '0';
  const preset = PRESETS[Number(selected)];
  const go = (): void => {
    if (preset === undefined) nav.pass(['schedule'], 'done');
    else
      set.mutate(
        {
          accountId: account.id,
          startTime: preset.startTime,
          hours: Number(preset.hours),
          minutes: Number(preset.minutes),
        },
        { onSuccess: () => nav.goTo('done') },
      );
  };
  const isSet = schedule != null && !set.isPending;
  return (
    <Frame
      screen="schedule"
      nav={nav}
      title={text.title}
      lead={text.about}
      failure={set.error}
      actions={
        <Button disabled={schedule === undefined} loading={set.isPending} onClick={isSet ? () => nav.goTo('done') : go}>
          {next}
        </Button>
      }
    >
      {isSet ? (
        <div>
          <Text>{text.set}</Text>
          <Text fw={600}>{cycleInWords(schedule.startTime, schedule.periodMinutes, scheduleText)}</Text>
        </div>
      ) : (
        <Radio.Group aria-label={text.title} value={selected} onChange={setChosenPreset}>
          <Stack gap="sm">
            {PRESETS.map(({ startTime, hours, minutes }, place) => (
              <Group key={startTime + hours} gap="xs">
                <Radio
                  value={String(place)}
                  label={cycleInWords(startTime, Number(hours) * 60 + Number(minutes), scheduleText)}
                />
                {place === 0 && (
                  <Badge variant="light" tt="none">
                    {text.recommended}
                  </Badge>
                )}
              </Group>
            ))}
            <Radio value={NEVER} label={text.never} />
          </Stack>
        </Radio.Group>
      )}
    </Frame>
  );
}
