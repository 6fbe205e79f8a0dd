import { Anchor, Badge, Button, Code, Group, Stack, Table, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { AgentCallView } from '../../../src/contract/control/agents.ts';
import type { ProposalView } from '../../../src/contract/control/proposals.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useCarrier } from '../../base/control/control-context.tsx';
import type { ControlFailure } from '../../base/control/failure.ts';
import { useAction, useAnswer } from '../../base/control/use-control.ts';
import { useAccount } from '../../parts/account-context.tsx';
import { Card } from '../../parts/card.tsx';
import { MessageLine, MessageText } from '../../parts/message-text.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../parts/states.tsx';
import { useNow } from '../../parts/use-now.ts';
import { RuleWords } from '../rules/rule-words.tsx';
import { ConnectAgent } from './connect-agent.tsx';
import lines from '../../parts/lines.module.css';
import classes from './agents.module.css';

export function AgentsPage() {
  const { account } = useAccount();
  const text = useTexts().agents;
  return (
    <>
      <PageTitle title={text.title} about={text.about} />
      <Stack gap="lg">
        <Proposals accountId={account.id} />
        {/* A token belongs to one account, so switching accounts resets this. */}
        <ConnectAgent key={account.id} accountId={account.id} />
        <Calls accountId={account.id} />
      </Stack>
    </>
  );
}

/** Proposals waiting for an answer, then the latest answered ones. */
function Proposals({ accountId }: { readonly accountId: string }) {
  const text = useTexts().agents;
  const { data: proposals, error, refetch } = useAnswer('proposal.list', { accountId });
  const open = proposals?.filter(({ state }) => state === 'open') ?? [];
  const closedProposals = proposals?.filter(({ state }) => state !== 'open') ?? [];
  return (
    <Card title={text.proposals}>
      {proposals === undefined ? (
        <LoadingState height={140} failure={error} retry={refetch} />
      ) : proposals.length === 0 ? (
        <EmptyState>{text.noProposals}</EmptyState>
      ) : (
        <Stack component="ul" gap={0} className={lines['list'] ?? ''}>
          {[...open, ...closedProposals].map((proposal) => (
            <Proposal key={proposal.id} accountId={accountId} proposal={proposal} />
          ))}
        </Stack>
      )}
    </Card>
  );
}

function Proposal({ accountId, proposal }: { readonly accountId: string; readonly proposal: ProposalView }) {
  const text = useTexts().agents;
  const format = useFormat();
  const now = useNow();
  const apply = useAction('proposal.apply');
  const reject = useAction('proposal.reject');
  const { id, proposedAt, client, reason, state, runs, changes } = proposal;
  const failed = apply.data?.problem ?? null;
  const input = { accountId, proposalId: id };
  return (
    <li className={lines['line']}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Text fw={600}>{text.by({ client })}</Text>
          <Badge variant={state === 'open' ? 'filled' : 'default'} tt="none">
            {text.state[state]}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed">
          <time dateTime={proposedAt}>{format.relative(proposedAt, now)}</time>
        </Text>
      </Group>
      <Text size="sm" my="xs">
        {text.reason({ reason })}
      </Text>
      <Changes changes={changes} />
      {failed !== null && <MessageText message={failed} />}
      {[apply.error, reject.error].map((failure, place) =>
        failure === null ? null : <ErrorState key={place === 0 ? 'apply' : 'reject'} failure={failure} />,
      )}
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
            <Anchor key={runId} component={Link} href={`/activity/${runId}`} size="sm">
              {text.toRun}
            </Anchor>
          ))}
        </Group>
      )}
    </li>
  );
}

function Changes({ changes: { rules, rows } }: { readonly changes: ProposalView['changes'] }) {
  const text = useTexts().agents;
  const format = useFormat();
  return (
    // Not a region: screen readers list regions as main parts of the page, and there is one per proposal.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard.
    <div className={classes['tall']} tabIndex={0} role="group" aria-label={text.changes}>
      {rules.map(({ description, category, minAmount, maxAmount, applyToOld, wouldCategorise }) => (
        <div key={`${description} ${category} ${minAmount} ${maxAmount}`}>
          <Text size="sm">{applyToOld ? text.ruleAndRows({ count: wouldCategorise }) : text.rule}</Text>
          <RuleWords rule={{ description, category, minAmount, maxAmount }} />
        </div>
      ))}
      {rows.length > 0 && (
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{text.date}</Table.Th>
              <Table.Th>{text.description}</Table.Th>
              <Table.Th className={classes['amount']}>{text.amount}</Table.Th>
              <Table.Th>{text.category}</Table.Th>
              <Table.Th>{text.gets}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ id, row, day, description, amount, currency, category, chosen }) => (
              <Table.Tr key={`${id} ${row}`}>
                <Table.Td className={classes['date']}>{format.day(day)}</Table.Td>
                <Table.Td>{description}</Table.Td>
                <Table.Td className={classes['amount']}>{format.money(amount, currency)}</Table.Td>
                <Table.Td>{category === '' ? text.none : category}</Table.Td>
                <Table.Td>{chosen === '' ? text.none : chosen}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </div>
  );
}

const PAGE = 30;

function Calls({ accountId }: { readonly accountId: string }) {
  const text = useTexts().agents;
  const { data: calls, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useCalls(accountId);
  return (
    <Card title={text.calls}>
      {calls === undefined ? (
        <LoadingState height={200} failure={error} retry={refetch} />
      ) : calls.length === 0 ? (
        <EmptyState>{text.noCalls}</EmptyState>
      ) : (
        <Stack component="ul" gap={0} className={lines['list'] ?? ''}>
          {calls.map((call) => (
            <Call key={call.id} call={call} />
          ))}
        </Stack>
      )}
      {hasNextPage && (
        <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text.more}
        </Button>
      )}
    </Card>
  );
}

function Call({ call: { at, client, token, tool, input, problem } }: { readonly call: AgentCallView }) {
  const text = useTexts().agents;
  const format = useFormat();
  const now = useNow();
  const who = client ?? text.unnamed;
  return (
    <li className={lines['line']}>
      <Group justify="space-between" gap="xs">
        <Code>{tool}</Code>
        <Text size="sm" c="dimmed">
          <time dateTime={at}>{format.moment(at)}</time> ({format.relative(at, now)})
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {token === null ? text.askedHere({ who }) : text.askedByToken({ who, token: token.name ?? token.id })}
      </Text>
      {input !== '{}' && (
        <Text size="sm" component="div">
          <Code className={classes['code'] ?? ''}>{input}</Code>
        </Text>
      )}
      {problem !== null && (
        <Text size="sm">
          {text.refused} <MessageLine message={problem} />
        </Text>
      )}
    </li>
  );
}

function useCalls(accountId: string) {
  const carrier = useCarrier();
  return useInfiniteQuery<
    readonly AgentCallView[],
    ControlFailure,
    readonly AgentCallView[],
    readonly unknown[],
    number | undefined
  >({
    // Events invalidate queries by this prefix.
    queryKey: ['agent.calls', 'pages', accountId],
    queryFn: ({ pageParam, signal }) =>
      carrier.call(
        'agent.calls',
        { accountId, limit: PAGE, ...(pageParam === undefined ? {} : { before: pageParam }) },
        signal,
      ) as Promise<readonly AgentCallView[]>,
    initialPageParam: undefined,
    getNextPageParam: (last) => (last.length < PAGE ? undefined : last.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
  });
}
