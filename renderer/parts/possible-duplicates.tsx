import { Alert, Button, Group, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTexts } from '../base/words.tsx';
import { useAction, useAnswer } from '../base/control/use-control.tsx';
import { ErrorState } from './layout.tsx';
import { PageLink } from './links.tsx';

interface PossibleDuplicatesProps {
  readonly accountId: string;
  /** If set, lists only the possible duplicates of this run; otherwise lists all, with links to their runs. */
  readonly runId?: string;
}

export function PossibleDuplicates({ accountId, runId }: PossibleDuplicatesProps) {
  const { duplicates: text, run: runText, parts, format } = useTexts();
  const { data: runs = [] } = useAnswer('run.duplicates', { accountId });
  const keep = useAction('run.keepDuplicates');
  const matchingRuns = runs.filter((run) => runId === undefined || run.runId === runId);
  if (matchingRuns.length === 0) return null;
  const count = matchingRuns.reduce((sum, run) => sum + run.count, 0);
  return (
    <Alert color="orange" icon={<IconCopy aria-hidden />} title={runText.counts.possibleDuplicates({ count })}>
      {matchingRuns.map((run) => (
        <Group key={run.runId} gap="sm" mb="xs">
          <Text size="sm">{text.run({ count: run.count, at: run.queuedAt })}</Text>
          {runId === undefined && (
            <PageLink
              to={`/activity/${run.runId}`}
              aria-label={parts.named({ label: parts.review, name: format.moment(run.queuedAt) })}
            >
              {parts.review}
            </PageLink>
          )}
          <Button
            size="compact-sm"
            variant="default"
            loading={keep.isPending && keep.variables.runId === run.runId}
            aria-label={parts.named({ label: text.keep, name: format.moment(run.queuedAt) })}
            onClick={() => keep.mutate({ runId: run.runId })}
          >
            {text.keep}
          </Button>
        </Group>
      ))}
      <Text size="sm">{text.about}</Text>
      <ErrorState failure={keep.error} />
    </Alert>
  );
}
