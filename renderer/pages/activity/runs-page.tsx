import { Button, Stack } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from 'wouter';
import { useAnswer } from '../../control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useAccount } from '../../shell/account-context.tsx';
import { MENU_ICONS } from '../../shell/menu-icons.ts';
import { useTexts } from '../../words/words.tsx';
import classes from './activity.module.css';
import { RunLine } from './run-line.tsx';
import { useRuns } from './use-runs.ts';

export function RunsPage() {
  const { account } = useAccount();
  const text = useTexts().activity;
  const { data: proposals = [] } = useAnswer('proposal.list', { accountId: account.id });
  const { data: runs, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useRuns(account.id);
  return (
    <>
      <PageTitle title={text.title} about={text.about}>
        <Button
          component={Link}
          href="/agents"
          variant="default"
          leftSection={<MENU_ICONS.agents size={16} aria-hidden />}
        >
          {text.agents({ count: proposals.filter(({ state }) => state === 'open').length })}
        </Button>
        <Button
          component={Link}
          href="/activity/deleted"
          variant="default"
          leftSection={<IconTrash size={16} aria-hidden />}
        >
          {text.deleted}
        </Button>
      </PageTitle>
      {runs === undefined ? (
        <LoadingState height={480} failure={error} again={refetch} />
      ) : (
        <Card title={text.runs}>
          {runs.length === 0 && (
            <EmptyState
              icon={MENU_ICONS.activity}
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
          {error !== null && <ErrorState failure={error} again={() => void refetch()} />}
          {hasNextPage && (
            <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {text.more}
            </Button>
          )}
        </Card>
      )}
    </>
  );
}
