import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Settings } from '../../../../src/contract/control/service.ts';
import { useTexts } from '../../../base/words.tsx';
import { useAction, useAnswer } from '../../../base/control/use-control.ts';
import { Card } from '../../../parts/card.tsx';
import { ErrorState, LoadingState } from '../../../parts/states.tsx';

/** The service's limits. */
const MAXIMUM = { syncsPerHour: 1000, syncsPerDay: 10_000 };

export function Limits() {
  const text = useTexts().settingsApi;
  const { data: settings, error, refetch } = useAnswer('settings.get', {});
  return (
    <Card title={text.limits}>
      {settings !== undefined ? (
        <LimitsForm key={JSON.stringify(settings)} settings={settings} />
      ) : (
        <LoadingState height={140} failure={error} retry={refetch} />
      )}
    </Card>
  );
}

function LimitsForm({ settings }: { readonly settings: Settings }) {
  const text = useTexts().settingsApi;
  const [draft, setDraft] = useState<Settings>(settings);
  const save = useAction('settings.set');
  const isChanged = draft.syncsPerHour !== settings.syncsPerHour || draft.syncsPerDay !== settings.syncsPerDay;
  const field = (name: keyof Settings, label: string) => (
    <NumberInput
      label={label}
      w="10rem"
      min={1}
      max={MAXIMUM[name]}
      allowDecimal={false}
      clampBehavior="blur"
      value={draft[name]}
      onChange={(value) => typeof value === 'number' && setDraft({ ...draft, [name]: value })}
    />
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(draft);
      }}
    >
      <Stack gap="md">
        <Text size="sm">{text.limitsAbout}</Text>
        <Group align="flex-end" gap="md">
          {field('syncsPerHour', text.perHour)}
          {field('syncsPerDay', text.perDay)}
          <Button type="submit" disabled={!isChanged} loading={save.isPending}>
            {text.save}
          </Button>
        </Group>
        {save.error !== null && <ErrorState failure={save.error} />}
      </Stack>
    </form>
  );
}
