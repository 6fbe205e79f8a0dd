import { Card, Group, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconRefresh } from '@tabler/icons-react';
import type { AccountStatus } from '../../../src/contract/control/service.ts';
import { useNow } from '../../parts/use-now.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import { AddsUp } from './adds-up.tsx';

/** One sentence and one colour. */
export function Health({ status }: { readonly status: AccountStatus }) {
  const { health, running, asOf, lastRun, balances } = status;
  const text = useTexts().overview;
  const format = useFormat();
  const now = useNow();
  const [color, Icon, sentence] =
    health === 'attention'
      ? (['orange', IconAlertTriangle, text.attention] as const)
      : running
        ? (['blue', IconRefresh, text.running] as const)
        : (['teal', IconCheck, text.fine] as const);
  return (
    <Card withBorder padding="lg" role="status">
      <Group gap="md" wrap="nowrap">
        <ThemeIcon color={color} size="xl" radius="xl" variant="light" aria-hidden>
          <Icon size={24} />
        </ThemeIcon>
        <div>
          <Text size="lg" fw={600}>
            {sentence}
            {lastRun === null && !running && health === 'ok' && ` ${text.neverRan}`}
          </Text>
          <Text c="dimmed" size="sm">
            {asOf === null ? text.neverSeen : text.seen({ when: format.relative(asOf, now) })}
          </Text>
          {balances !== null && <AddsUp balances={balances} />}
        </div>
      </Group>
    </Card>
  );
}
