import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { AccountStatus } from '../../../src/contract/control/service.ts';
import { useLine } from '../../control/control-context.tsx';
import { useAction, useAnswer } from '../../control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { countsInWords } from '../../parts/count-words.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import { RunProgress } from '../../parts/run-progress.tsx';
import { words as runWords } from '../../parts/run-words.ts';
import { useNow } from '../../parts/use-now.ts';
import { useFormat, useWords } from '../../words/words.tsx';
import { words } from './words.ts';

/** The last run, the next one, the one that is running, and the button for one more. */
export function Syncing({ status: { id: accountId, running, lastRun, nextRunAt } }: { readonly status: AccountStatus }) {
  const text = useWords(words);
  const runText = useWords(runWords);
  const format = useFormat();
  const now = useNow();
  const { progress } = useLine();
  const { data: run } = useAnswer('run.get', lastRun === null ? null : { runId: lastRun.id });
  const sync = useAction('run.sync');
  const cancel = useAction('run.cancel');
  const current = progress.get(accountId);
  const button = running ? (
    <Button variant="default" size="xs" leftSection={<IconPlayerStop size={16} aria-hidden />} disabled={current === undefined} onClick={() => current !== undefined && cancel.mutate({ runId: current.runId })}>
      {text.cancel}
    </Button>
  ) : (
    <Button size="xs" leftSection={<IconRefresh size={16} aria-hidden />} loading={sync.isPending} onClick={() => sync.mutate({ accountId })}>
      {text.syncNow}
    </Button>
  );
  return (
    <Card title={running ? text.running : text.lastSync} actions={button}>
      <Stack gap="sm">
        {running && <RunProgress progress={current ?? null} />}
        {!running && lastRun === null && <Text c="dimmed">{text.noRun}</Text>}
        {!running && lastRun !== null && run !== undefined && (
          <div>
            <Text>
              {runText.kind[run.kind]} {runText.trigger[run.trigger]}: {runText.status[run.status]}{' '}
              <Anchor component={Link} href={`/activity/${run.id}`} size="sm">
                {text.details}
              </Anchor>
            </Text>
            <Text c="dimmed" size="sm">
              {countsInWords(run.counts, runText, format)}. {lastRun.finishedAt !== null && `${format.relative(lastRun.finishedAt, now)}.`}
            </Text>
          </div>
        )}
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {text.nextSync}:
          </Text>
          {nextRunAt === null ? (
            <Text size="sm" c="dimmed">
              {text.noNext} <Anchor component={Link} href="/schedule">{text.plan}</Anchor>
            </Text>
          ) : (
            <Text size="sm">
              {format.moment(nextRunAt)} ({format.relative(nextRunAt, now)})
            </Text>
          )}
        </Group>
        {sync.error !== null && <ErrorState failure={sync.error} />}
      </Stack>
    </Card>
  );
}
