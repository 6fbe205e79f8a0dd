import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AgentCallView } from '../../../src/contract/control/agents.ts';
import { useCarrier } from '../../control/control-context.tsx';
import type { ControlFailure } from '../../control/failure.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { useNow } from '../../parts/use-now.ts';
import { ToldLine } from '../../problems/told-text.tsx';
import { useFormat, useTexts } from '../../words/words.tsx';
import lines from '../../parts/lines.module.css';
import classes from './agents.module.css';

const PAGE = 30;

/** Every call of a tool, newest first, with who asked. */
export function Calls({ accountId }: { readonly accountId: string }) {
  const text = useTexts().agents;
  const { data: calls, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useCalls(accountId);
  return (
    <Card title={text.calls}>
      {calls === undefined ? (
        <LoadingState height={200} failure={error} again={refetch} />
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
          {text.refused} <ToldLine told={problem} />
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
    // The beginning is what events go by.
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
