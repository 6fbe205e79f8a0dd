import { Anchor, Button, Stack, Text } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { Link } from 'wouter';
import { shownStatus } from '../../src/contract/control/shown-status.ts';
import { useAction, useAnswer } from '../control/use-control.ts';
import { useFormat, useTexts } from '../words/words.tsx';
import { countsInWords } from './count-words.ts';
import { LoadingState } from './loading-state.tsx';
import { RunMessages } from './run-messages.tsx';
import { RunProgress } from './run-progress.tsx';

/** A run that was just started: how far it is, then what came of it. */
export function FollowRun({ runId }: { readonly runId: string }) {
  const text = useTexts().parts;
  const runText = useTexts().run;
  const format = useFormat();
  const { data: run, error, refetch } = useAnswer('run.get', { runId });
  const cancel = useAction('run.cancel');
  if (run === undefined) return <LoadingState height={80} failure={error} again={refetch} />;
  if (run.finishedAt === null) {
    return (
      <Stack gap="sm" align="stretch">
        <RunProgress accountId={run.accountId} runId={runId} />
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlayerStop size={16} aria-hidden />}
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ runId })}
        >
          {text.cancelRun}
        </Button>
      </Stack>
    );
  }
  const isWhole = run.status === 'succeeded' || run.status === 'partial';
  return (
    <Stack gap="xs" role="status">
      <Text>
        {runText.kind[run.kind]}: {runText.status[shownStatus(run)]}
        {isWhole && `. ${countsInWords(run.counts, runText, format)}.`}
      </Text>
      <RunMessages messages={run.messages} />
      <Anchor component={Link} href={`/activity/${runId}`} size="sm">
        {text.report}
      </Anchor>
    </Stack>
  );
}
