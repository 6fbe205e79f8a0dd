import { Card, Group, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconRefresh } from '@tabler/icons-react';
import type { AccountStatus } from '../../../src/contract/control/service.ts';
import { useNow } from '../../parts/use-now.ts';
import { useFormat, useTexts } from '../../words/words.tsx';
import { AddsUp } from './adds-up.tsx';
import classes from './health.module.css';

/** One sentence and one colour. */
export function Health({ status }: { readonly status: AccountStatus }) {
  const { health, running, asOf, lastRun, balances } = status;
  const text = useTexts().overview;
  const format = useFormat();
  const now = useNow();
  const [Icon, sentence] =
    health === 'attention'
      ? ([IconAlertTriangle, text.attention] as const)
      : running
        ? ([IconRefresh, text.running] as const)
        : ([IconCheck, text.fine] as const);
  return (
    <Card
      withBorder
      padding="lg"
      role="status"
      className={classes['health'] ?? ''}
      data-state={health === 'attention' ? 'attention' : running ? 'running' : 'fine'}
    >
      <Group gap="md" wrap="nowrap">
        <ThemeIcon size="xl" radius="xl" className={classes['sign'] ?? ''} aria-hidden>
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
