import { Badge, Box, Card as MantineCard, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRoute } from 'wouter';
import type { Run } from '../../../src/contract/control/runs.ts';
import { shownStatus } from '../../../src/contract/control/shown-status.ts';
import { capitalized } from '../../../src/messages/shared-words.ts';
import { useTexts } from '../../base/words.tsx';
import { useCarrier } from '../../base/control/use-control.tsx';
import type { ControlFailure } from '../../base/control/carrier.ts';
import { useAccount, useAccountAction, useAccountAnswer } from '../../parts/account-context.tsx';
import { Card, PageTitle, EmptyState, ErrorState, LoadingState } from '../../parts/layout.tsx';
import { changesInWords } from '../../parts/count-words.ts';
import { RunStatus, RunProgress } from '../../parts/follow-run.tsx';
import { MessageLine, MessageText } from '../../parts/message-text.tsx';
import { useAgo } from '../../parts/use-now.ts';
import { DeletedPage } from './deleted-page.tsx';
import { isUndoable, RunReport, Undo } from './run-report.tsx';
import { Muted, PageButton, Button, PageLink } from '../../parts/links.tsx';
import lines from '../../parts/line.module.css';
import type { ProposalView } from '../../../src/contract/control/proposals.ts';
import { RuleWords } from '../rules/rule-words.tsx';
import { RowsTable, ScrollArea, Small, useTransactionColumns } from '../../parts/rows-table.tsx';

export function ActivityPage() {
  const [, parts] = useRoute('/activity/:part?');
  const part = parts?.part;
  if (part === undefined || part === '') return <RunsPage />;
  return part === 'deleted' ? <DeletedPage /> : <RunReport key={part} runId={part} />;
}

function RunsPage() {
  const { account } = useAccount();
  const { activity: text, activityReport, column: columns, connections, pageNames } = useTexts();
  const { data: runs, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useRuns(account.id);
  return (
    <>
      <PageLink to="/">{pageNames.overview}</PageLink>
      <PageTitle title={pageNames.activity}>
        <PageButton to="/activity/deleted" variant="default">
          {text.deleted}
        </PageButton>
      </PageTitle>
      <Stack gap="lg">
        <Proposals />
        {runs === undefined ? (
          <LoadingState height={480} failure={error} retry={refetch} />
        ) : (
          <MantineCard withBorder padding="lg">
            {runs.length === 0 ? (
              <EmptyState icon={IconHistory} action={<PageButton to="/connections">{connections.add}</PageButton>}>
                {text.none}
              </EmptyState>
            ) : (
              <RowsTable
                rows={runs}
                keyOf={({ id }) => id}
                columns={[
                  { head: columns.date, look: 'wide-day', renderCell: ({ queuedAt }) => <When at={queuedAt} /> },
                  {
                    head: columns.what,
                    renderCell: (run) => <RunName run={run} />,
                  },
                  {
                    head: activityReport.rows,
                    look: 'wide',
                    renderCell: (run) => (
                      <Group justify="space-between" gap="xs">
                        <RunChanges run={run} />
                        <Undo run={run} isOffered={isUndoable(run)} size="compact-sm" />
                      </Group>
                    ),
                  },
                ]}
              />
            )}
            <ErrorState failure={error} retry={refetch} />
            {hasNextPage && (
              <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {text.more}
              </Button>
            )}
          </MantineCard>
        )}
      </Stack>
    </>
  );
}

function When({ at }: { readonly at: string }) {
  return <time dateTime={at}>{useTexts().format.moment(at)}</time>;
}

function RunName({ run }: { readonly run: Run }) {
  const { run: text } = useTexts();
  const { id, trigger, kind, status, queuedAt } = run;
  return (
    <>
      <PageLink to={`/activity/${id}`} fw={600} display="inline-block" miw={{ sm: '13rem' }}>
        {text.title[trigger]({ what: text.kind[kind] })}
      </PageLink>
      <Small hiddenFrom="sm" mt={4}>
        <When at={queuedAt} />
        <RunChanges run={run} />
      </Small>
      <Box hiddenFrom="sm" mt={4}>
        <Undo run={run} isOffered={isUndoable(run)} size="xs" />
      </Box>
      {status === 'running' && <RunProgress accountId={run.accountId} runId={id} />}
    </>
  );
}

function RunChanges({ run }: { readonly run: Run }) {
  const { run: text, format } = useTexts();
  const { status, finishedAt, counts, messages, undoneBy } = run;
  const state = <RunStatus run={run} />;
  return (
    <Group gap="0 var(--space-2)">
      {shownStatus(run) === 'succeeded' ? <VisuallyHidden>{state}</VisuallyHidden> : state}
      <div>
        {status === 'succeeded' || status === 'partial'
          ? changesInWords(counts, text, format)
          : finishedAt !== null && messages[0] !== undefined && <MessageLine message={messages[0]} />}
        {undoneBy !== null && ` · ${text.undone}`}
      </div>
    </Group>
  );
}

const PAGE = 30;

function useRuns(accountId: string) {
  const carrier = useCarrier();
  return useInfiniteQuery<readonly Run[], ControlFailure, readonly Run[], readonly unknown[], string | undefined>({
    // Begins with the procedure's name, so that events invalidate the query.
    queryKey: ['run.list', 'pages', accountId],
    queryFn: ({ pageParam, signal }) =>
      carrier.call('run.list', { accountId, limit: PAGE, ...(pageParam && { before: pageParam }) }, signal),
    initialPageParam: undefined,
    getNextPageParam: (last) => (last.length < PAGE ? undefined : last.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
  });
}

function Proposals() {
  const text = useTexts().proposals;
  const { data: proposals = [] } = useAccountAnswer('proposal.list');
  if (proposals.length === 0) return null;
  const isOpen = ({ state }: ProposalView): boolean => state === 'open';
  return (
    <Card title={text.title}>
      <Stack component="ul" gap={0}>
        {proposals
          .toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)))
          .map((proposal) => (
            <Proposal key={proposal.id} proposal={proposal} />
          ))}
      </Stack>
    </Card>
  );
}

function Proposal({ proposal }: { readonly proposal: ProposalView }) {
  const { proposals: text, parts, run } = useTexts();
  const ago = useAgo();
  const apply = useAccountAction('proposal.apply');
  const reject = useAccountAction('proposal.reject');
  const { id, proposedAt, client, reason, state, runs, changes } = proposal;
  const failed = apply.data?.problem ?? null;
  const states = { ...text.state, open: capitalized(run.status.question) };
  const input = { proposalId: id };
  return (
    <li className={lines['line']}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Text fw={600}>{text.by({ client })}</Text>
          <Badge variant={state === 'open' ? 'filled' : 'default'}>{states[state]}</Badge>
        </Group>
        <Muted>
          <time dateTime={proposedAt}>{ago(proposedAt)}</time>
        </Muted>
      </Group>
      <Text size="sm" my="xs">
        {text.reason({ reason })}
      </Text>
      <Changes changes={changes} />
      {failed !== null && <MessageText message={failed} />}
      <ErrorState failure={apply.error} />
      <ErrorState failure={reject.error} />
      {state === 'open' && (
        <Group justify="flex-end" gap="sm" mt="sm">
          <Button variant="default" loading={reject.isPending} onClick={() => reject.mutate(input)}>
            {text.decline}
          </Button>
          <Button loading={apply.isPending} onClick={() => apply.mutate(input)}>
            {text.confirm({ count: changes.rules.length + changes.rows.length })}
          </Button>
        </Group>
      )}
      {runs.length > 0 && (
        <Group gap="sm" mt="xs">
          {runs.map((runId) => (
            <PageLink key={runId} to={`/activity/${runId}`}>
              {parts.report}
            </PageLink>
          ))}
        </Group>
      )}
    </li>
  );
}

function Changes({ changes: { rules, rows } }: { readonly changes: ProposalView['changes'] }) {
  const { proposals: text, column: columns, activityReport, none } = useTexts();
  const transactionColumns = useTransactionColumns<ProposalView['changes']['rows'][number]>();
  const categoryName = (category: string): string => (category === '' ? none : category);
  return (
    <ScrollArea label={activityReport.rows} role="group">
      {rules.map(({ description, category, minAmount, maxAmount, applyToOld, wouldCategorise }) => (
        <div key={`${description} ${category} ${minAmount} ${maxAmount}`}>
          <Text size="sm">{text.rule({ count: applyToOld ? wouldCategorise : 0 })}</Text>
          <RuleWords rule={{ description, category, minAmount, maxAmount }} />
        </div>
      ))}
      {rows.length > 0 && (
        <RowsTable
          rows={rows}
          columns={[
            ...transactionColumns,
            { head: columns.category, renderCell: ({ category }) => categoryName(category) },
            { head: columns.newCategory, renderCell: ({ chosen }) => categoryName(chosen) },
          ]}
        />
      )}
    </ScrollArea>
  );
}
