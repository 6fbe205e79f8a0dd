import { Anchor, Button, Stack } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { Run } from '../../../src/contract/control/runs.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useAction, useAnswer } from '../../control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { countsInWords } from '../../parts/count-words.ts';
import { Facts } from '../../parts/facts.tsx';
import { RunMessages, RunStatus } from '../../parts/follow-run.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { PossibleDuplicates } from '../../parts/possible-duplicates.tsx';
import { RunProgress } from '../../parts/run-progress.tsx';
import { ErrorState, LoadingState } from '../../parts/states.tsx';
import { ReportRows } from './report-rows.tsx';
import { Undo } from './undo.tsx';

export function RunReport({ runId }: { readonly runId: string }) {
  const text = useTexts().activityReport;
  const activityText = useTexts().activity;
  const runText = useTexts().run;
  const format = useFormat();
  const { data: run, error, refetch } = useAnswer('run.get', { runId });
  return (
    <>
      <Anchor component={Link} href="/activity" size="sm">
        {activityText.all}
      </Anchor>
      {run === undefined ? (
        <>
          <PageTitle title={activityText.title} />
          <LoadingState height={480} failure={error} retry={refetch} />
        </>
      ) : (
        <>
          <PageTitle title={runText.title[run.trigger](run)} about={format.moment(run.queuedAt)}>
            <Undo run={run} />
          </PageTitle>
          <Stack gap="lg">
            <RunSummary run={run} />
            <PossibleDuplicates accountId={run.accountId} runId={run.id} />
            {run.messages.length > 0 && (
              <Card title={text.messages}>
                <RunMessages messages={run.messages} />
              </Card>
            )}
            {run.finishedAt !== null && <ReportRows run={run} />}
          </Stack>
        </>
      )}
    </>
  );
}

const SECOND = 1000;

function RunSummary({ run }: { readonly run: Run }) {
  const text = useTexts().activityReport;
  const runText = useTexts().run;
  const format = useFormat();
  const cancel = useAction('run.cancel');
  const { id, accountId, startedAt, finishedAt, counts, undoes, undoneBy } = run;
  const isOpen = finishedAt === null;
  const tookMs = startedAt === null || isOpen ? null : Date.parse(finishedAt) - Date.parse(startedAt);
  return (
    <Card
      title={text.summary}
      actions={
        isOpen ? (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlayerStop size={16} aria-hidden />}
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ runId: id })}
          >
            {text.cancel}
          </Button>
        ) : (
          <RunStatus run={run} />
        )
      }
    >
      <Stack gap="md">
        {isOpen && <RunProgress accountId={accountId} runId={id} />}
        {cancel.error !== null && <ErrorState failure={cancel.error} />}
        <Facts
          facts={[
            [text.counts, isOpen ? null : countsInWords(counts, runText, format)],
            [text.begun, startedAt === null ? null : format.moment(startedAt)],
            [text.ended, isOpen ? null : format.moment(finishedAt)],
            [text.duration, tookMs === null ? null : tookMs < SECOND ? text.atOnce : format.duration(tookMs)],
            [text.undoneBy, undoneBy === null ? null : <RunLink key="undoneBy" runId={undoneBy} />],
            [text.undoes, undoes === null ? null : <RunLink key="undoes" runId={undoes} />],
          ]}
        />
      </Stack>
    </Card>
  );
}

function RunLink({ runId }: { readonly runId: string }) {
  const { report } = useTexts().parts;
  return (
    <Anchor component={Link} href={`/activity/${runId}`}>
      {report}
    </Anchor>
  );
}
