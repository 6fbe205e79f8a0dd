import { Anchor, Button, Stack } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { Run } from '../../../../src/contract/control/runs.ts';
import { useAction } from '../../../control/use-control.ts';
import { Card } from '../../../parts/card.tsx';
import { countsInWords } from '../../../parts/count-words.ts';
import { ErrorState } from '../../../parts/error-state.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { RunProgress } from '../../../parts/run-progress.tsx';
import { RunStatus } from '../../../parts/run-status.tsx';
import { useFormat, useTexts } from '../../../words/words.tsx';

const SECOND = 1000;

/** How it went; while it runs, how far it is, and the button that ends it. */
export function RunSummary({ run }: { readonly run: Run }) {
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
