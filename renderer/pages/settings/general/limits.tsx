import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Settings } from '../../../../src/contract/control/service.ts';
import { useAction, useAnswer } from '../../../control/use-control.ts';
import { Card } from '../../../parts/card.tsx';
import { ErrorState } from '../../../parts/error-state.tsx';
import { LoadingState } from '../../../parts/loading-state.tsx';
import { useTexts } from '../../../words/words.tsx';

/** As the service takes them. */
const MOST = { syncsPerHour: 1000, syncsPerDay: 10_000 };

export function Limits() {
  const text = useTexts().settings;
  const { data: settings, error, refetch } = useAnswer('settings.get', {});
  return (
    <Card title={text.limits}>
      {settings !== undefined ? (
        <LimitsForm key={JSON.stringify(settings)} settings={settings} />
      ) : (
        <LoadingState height={140} failure={error} again={refetch} />
      )}
    </Card>
  );
}

function LimitsForm({ settings }: { readonly settings: Settings }) {
  const text = useTexts().settings;
  const [wanted, setWanted] = useState<Settings>(settings);
  const save = useAction('settings.set');
  const isChanged = wanted.syncsPerHour !== settings.syncsPerHour || wanted.syncsPerDay !== settings.syncsPerDay;
  const field = (name: keyof Settings, label: string) => (
    <NumberInput
      label={label}
      w="10rem"
      min={1}
      max={MOST[name]}
      allowDecimal={false}
      clampBehavior="blur"
      value={wanted[name]}
      onChange={(value) => typeof value === 'number' && setWanted({ ...wanted, [name]: value })}
    />
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(wanted);
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
