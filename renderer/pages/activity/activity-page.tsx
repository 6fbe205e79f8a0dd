import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconHistory, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useRoute } from 'wouter';
import type { Run } from '../../../src/contract/control/runs.ts';
import { shownStatus } from '../../../src/contract/control/shown-status.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useCarrier } from '../../base/control/control-context.tsx';
import type { ControlFailure } from '../../base/control/failure.ts';
import { useAccount } from '../../parts/account-context.tsx';
import { Card } from '../../parts/card.tsx';
import { countsInWords } from '../../parts/count-words.ts';
import { RunStatus } from '../../parts/follow-run.tsx';
import { MessageLine } from '../../parts/message-text.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { RunProgress } from '../../parts/run-progress.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../parts/states.tsx';
import { useNow } from '../../parts/use-now.ts';
import { DeletedPage } from './deleted-page.tsx';
import { Proposals } from './proposals.tsx';
import { RunReport } from './run-report.tsx';
import classes from './activity.module.css';

/** Routes to the list of runs, to one run at /activity/<id>, or to the deleted rows. */
export function ActivityPage() {
  const [, parts] = useRoute('/activity/:part?');
  const part = parts?.part;
  if (part === undefined || part === '') return <RunsPage />;
  return part === 'deleted' ? <DeletedPage /> : <RunReport key={part} runId={part} />;
}

function RunsPage() {
  const { account } = useAccount();
  const text = useTexts().activity;
  const { data: runs, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useRuns(account.id);
  return (
    <>
      <PageTitle title={text.title}>
        <Button
          component={Link}
          href="/activity/deleted"
          variant="default"
          leftSection={<IconTrash size={16} aria-hidden />}
        >
          {text.deleted}
        </Button>
      </PageTitle>
      <Stack gap="lg">
        <Proposals accountId={account.id} />
        {runs === undefined ? (
          <LoadingState height={480} failure={error} retry={refetch} />
        ) : (
          <Card title={text.runs}>
            {runs.length === 0 && (
              <EmptyState
                icon={IconHistory}
                action={
                  <Button component={Link} href="/connections">
                    {text.toConnections}
                  </Button>
                }
              >
                {text.none}
              </EmptyState>
            )}
            <Stack component="ul" gap={0} className={classes['list'] ?? ''}>
              {runs.map((run) => (
                <RunLine key={run.id} run={run} />
              ))}
            </Stack>
            {error !== null && <ErrorState failure={error} retry={() => void refetch()} />}
            {hasNextPage && (
              <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {text.more}
              </Button>
            )}
          </Card>
        )}
      </Stack>
    </>
  );
}

const SECOND = 1000;

function RunLine({ run }: { readonly run: Run }) {
  const text = useTexts().activity;
  const runText = useTexts().run;
  const format = useFormat();
  const now = useNow();
  const { id, trigger, status, startedAt, finishedAt, queuedAt, counts, messages, undoneBy } = run;
  const isEnded = finishedAt !== null;
  // Runs without changes are dimmed.
  const isQuiet = status === 'succeeded' && undoneBy === null && changesOf(counts) === 0;
  const tookMs = startedAt !== null && isEnded ? Date.parse(finishedAt) - Date.parse(startedAt) : null;
  const duration =
    tookMs === null ? null : tookMs < SECOND ? text.atOnce : text.took({ duration: format.duration(tookMs) });
  return (
    <li className={classes['run']}>
      <Group justify="space-between" gap="xs" wrap="wrap">
        <Group gap="xs">
          <Anchor component={Link} href={`/activity/${id}`} fw={600}>
            {runText.title[trigger](run)}
          </Anchor>
          <RunStatus run={run} />
          {isQuiet && (
            <Text size="sm" c="dimmed">
              {runText.nothingNew}
            </Text>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          <time dateTime={queuedAt}>{format.moment(queuedAt)}</time> ({format.relative(queuedAt, now)})
        </Text>
      </Group>
      {status === 'running' && <RunProgress accountId={run.accountId} runId={id} />}
      {status === 'queued' && <Text size="sm">{text.waiting}</Text>}
      {isEnded && !isQuiet && (
        <Text size="sm" c="dimmed">
          {whatCame()}
          {[duration, undoneBy === null ? null : text.undone].map((part) => (part === null ? null : ` · ${part}`))}
        </Text>
      )}
    </li>
  );

  function whatCame(): ReactNode {
    if (status === 'succeeded' || status === 'partial') return countsInWords(counts, runText, format);
    return messages[0] === undefined ? runText.status[shownStatus(run)] : <MessageLine message={messages[0]} />;
  }
}

function changesOf({ added, updated, removed, possibleDuplicates, leftFeed, balances = 0 }: Run['counts']): number {
  return added + updated + removed + possibleDuplicates + leftFeed + balances;
}

const PAGE = 30;

/** The account's runs, newest first, in pages. */
function useRuns(accountId: string) {
  const carrier = useCarrier();
  return useInfiniteQuery<readonly Run[], ControlFailure, readonly Run[], readonly unknown[], string | undefined>({
    // Events invalidate queries by this prefix.
    queryKey: ['run.list', 'pages', accountId],
    queryFn: ({ pageParam, signal }) =>
      carrier.call(
        'run.list',
        { accountId, limit: PAGE, ...(pageParam === undefined ? {} : { before: pageParam }) },
        signal,
      ) as Promise<readonly Run[]>,
    initialPageParam: undefined,
    getNextPageParam: (last) => (last.length < PAGE ? undefined : last.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
  });
}
