import { Anchor, Button, Stack, Text } from '@mantine/core';
import { IconFileImport, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { AccountStatus } from '../../../src/contract/control/service.ts';
import { shownStatus } from '../../../src/contract/control/shown-status.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useAction, useAnswer } from '../../base/control/use-control.ts';
import { useRunProgress } from '../../base/control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { countsInWords } from '../../parts/count-words.ts';
import { RunProgress } from '../../parts/run-progress.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { useNow } from '../../parts/use-now.ts';
import classes from './overview.module.css';

export function Syncing({
  status: { id: accountId, running, lastRun, nextRunAt, schedule, canSync, awaitsConsent },
}: {
  readonly status: AccountStatus;
}) {
  const text = useTexts().overview;
  const newsText = useTexts().overviewSync;
  const runText = useTexts().run;
  const format = useFormat();
  const now = useNow();
  const { data: run } = useAnswer('run.get', lastRun === null ? null : { runId: lastRun.id });
  const sync = useAction('run.sync');
  const cancel = useAction('run.cancel');
  const current = useRunProgress(accountId);
  const isAwaited = !running && lastRun !== null && run === undefined;
  // Only a completed sync checks the banks; an undo or a failed run does not.
  const isCheck =
    !running &&
    run !== undefined &&
    (run.kind === 'sync' || run.kind === 'import') &&
    (run.status === 'succeeded' || run.status === 'partial');
  const button = running ? (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPlayerStop size={16} aria-hidden />}
      disabled={current === null}
      onClick={() => current !== null && cancel.mutate({ runId: current.runId })}
    >
      {text.cancel}
    </Button>
  ) : !canSync ? (
    <Button component={Link} href="/connections" size="xs" leftSection={<IconFileImport size={16} aria-hidden />}>
      {text.importFiles}
    </Button>
  ) : (
    <Button
      size="xs"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={sync.isPending}
      onClick={() => sync.mutate({ accountId })}
    >
      {text.syncNow}
    </Button>
  );
  return (
    <Card title={running ? text.running : text.lastSync} actions={button}>
      <Stack gap="sm">
        {running && <RunProgress accountId={accountId} runId={null} />}
        {!running && lastRun === null && <Text c="dimmed">{text.noRun}</Text>}
        {isAwaited && <div className={classes['outcome']} />}
        {!running && lastRun !== null && run !== undefined && (
          <div className={classes['outcome']}>
            <Text>
              {runText.title[run.trigger](run)}: {runText.status[shownStatus(run)]}{' '}
              <Anchor component={Link} href={`/activity/${run.id}`} size="sm">
                {text.details}
              </Anchor>
            </Text>
            <Text c="dimmed" size="sm">
              {countsInWords(run.counts, runText, format)}
              {!isCheck && lastRun.finishedAt !== null && ` · ${format.relative(lastRun.finishedAt, now)}`}
            </Text>
          </div>
        )}
        {(isCheck || isAwaited) && (
          <Line name={newsText.checked}>
            {run?.finishedAt == null
              ? ''
              : `${format.moment(run.finishedAt)} (${format.relative(run.finishedAt, now)})`}
          </Line>
        )}
        {lastRun !== null && <LastNews accountId={accountId} lastRunId={lastRun.id} />}
        <Line name={text.nextSync}>
          {!canSync ? (
            <>
              {text.noBank}{' '}
              <Anchor component={Link} href="/connections">
                {text.connectBank}
              </Anchor>
            </>
          ) : awaitsConsent ? (
            text.afterReconnect
          ) : nextRunAt === null ? (
            <>
              {schedule === 'paused' ? text.paused : text.noNext}{' '}
              <Anchor component={Link} href="/schedule">
                {schedule === 'paused' ? text.resume : text.plan}
              </Anchor>
            </>
          ) : (
            `${format.moment(nextRunAt)} (${format.relative(nextRunAt, now)})`
          )}
        </Line>
        {sync.error !== null && <ErrorState failure={sync.error} />}
      </Stack>
    </Card>
  );
}

/** The latest new rows. Later runs may have found nothing, so the last run alone would hide them. */
function LastNews({ accountId, lastRunId }: { readonly accountId: string; readonly lastRunId: string }) {
  const text = useTexts().overviewSync;
  const format = useFormat();
  const now = useNow();
  const { data: runs } = useAnswer('run.list', { accountId, withNews: true, limit: 1 });
  const [run] = runs ?? [];
  return (
    <Line name={text.news}>
      {runs !== undefined && run === undefined && text.noNews}
      {run !== undefined &&
        text.added({
          count: format.number(run.counts.added),
          when: run.id === lastRunId ? text.sameRun : format.relative(run.finishedAt ?? run.queuedAt, now),
        })}
      {run !== undefined && run.id !== lastRunId && (
        <>
          {' '}
          <Anchor component={Link} href={`/activity/${run.id}`} size="sm">
            {text.report}
          </Anchor>
        </>
      )}
    </Line>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes['line']}>
      <Text size="sm" fw={600}>
        {name}:
      </Text>
      <Text size="sm">{children}</Text>
    </div>
  );
}
