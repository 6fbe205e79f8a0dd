import { Anchor, Stack } from '@mantine/core';
import { Link } from 'wouter';
import { useAnswer } from '../../../control/use-control.ts';
import { Card } from '../../../parts/card.tsx';
import { LoadingState } from '../../../parts/loading-state.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { PossibleDuplicates } from '../../../parts/possible-duplicates.tsx';
import { RunMessages } from '../../../parts/run-messages.tsx';
import { useFormat, useTexts } from '../../../words/words.tsx';
import { ReportRows } from './report-rows.tsx';
import { RunSummary } from './run-summary.tsx';
import { Undo } from './undo.tsx';

/** Everything about one run. */
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
          <LoadingState height={480} failure={error} again={refetch} />
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
