import { Anchor, Button, Group, Paper, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { ConnectionView } from '../../../src/contract/control/connections.ts';
import { shownStatus } from '../../../src/contract/control/shown-status.ts';
import { useCanSync } from '../../control/use-can-sync.ts';
import { useAction, useAnswer } from '../../control/use-control.ts';
import { countsInWords } from '../../parts/count-words.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import { useFormat, useTexts } from '../../words/words.tsx';

/** What comes next after a connection was added, and what came of it. */
export function AddedNotice({
  connection: { accountId, name, health },
  done,
}: {
  readonly connection: ConnectionView;
  readonly done: () => void;
}) {
  const text = useTexts().connections;
  const runText = useTexts().run;
  const format = useFormat();
  const canSync = useCanSync(accountId);
  const sync = useAction('run.sync');
  const [runId, setRunId] = useState<string | null>(null);
  const { data: run } = useAnswer('run.get', runId === null ? null : { runId });
  const isOver = run != null && run.finishedAt !== null;
  return (
    <Paper withBorder p="md" role="status">
      <Group justify="space-between" gap="sm">
        <div>
          <Text fw={600}>{text.added({ name })}</Text>
          <Text size="sm">
            {isOver
              ? `${runText.kind[run.kind]}: ${runText.status[shownStatus(run)]}. ${countsInWords(run.counts, runText, format)}.`
              : runId === null
                ? health.failures > 0
                  ? text.addedFailing
                  : canSync
                    ? text.addedNext
                    : text.addedImport
                : text.syncing}{' '}
            {runId !== null && (
              <Anchor component={Link} href={`/activity/${runId}`} size="sm">
                {text.toRun}
              </Anchor>
            )}
          </Text>
        </div>
        <Group gap="xs">
          {runId === null && canSync && (
            <Button
              leftSection={<IconRefresh size={16} aria-hidden />}
              loading={sync.isPending}
              onClick={() => sync.mutate({ accountId }, { onSuccess: (started) => setRunId(started.runId) })}
            >
              {text.syncNow}
            </Button>
          )}
          <Button variant="default" onClick={done}>
            {text.done}
          </Button>
        </Group>
      </Group>
      {sync.error !== null && <ErrorState failure={sync.error} />}
    </Paper>
  );
}
