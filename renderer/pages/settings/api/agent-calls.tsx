import { Code, Group, Stack, Text } from '@mantine/core';
import type { AgentCallView } from '../../../../src/contract/control/agents.ts';
import { useFormat, useTexts } from '../../../base/words.tsx';
import { useAnswer } from '../../../base/control/use-control.ts';
import { Card } from '../../../parts/card.tsx';
import { MessageLine } from '../../../parts/message-text.tsx';
import { useNow } from '../../../parts/use-now.ts';
import lines from '../../../parts/lines.module.css';

const SHOWN = 50;

/** The latest requests of agents; hidden until there is one. */
export function AgentCalls({ accountId }: { readonly accountId: string }) {
  const text = useTexts().settingsApi;
  const { data: calls = [] } = useAnswer('agent.calls', { accountId, limit: SHOWN });
  if (calls.length === 0) return null;
  return (
    <Card title={text.calls}>
      <Stack component="ul" gap={0} className={lines['list'] ?? ''} mah="24rem" style={{ overflow: 'auto' }}>
        {calls.map((call) => (
          <Call key={call.id} call={call} />
        ))}
      </Stack>
    </Card>
  );
}

function Call({ call: { at, client, token, tool, input, problem } }: { readonly call: AgentCallView }) {
  const text = useTexts().settingsApi;
  const format = useFormat();
  const now = useNow();
  const who = client ?? text.unnamed;
  return (
    <li className={lines['line']}>
      <Group justify="space-between" gap="xs">
        <Code>{input === '{}' ? tool : `${tool} ${input}`}</Code>
        <Text size="sm" c="dimmed">
          <time dateTime={at} title={format.moment(at)}>
            {format.relative(at, now)}
          </time>
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {token === null ? who : text.askedByToken({ who, token: token.name ?? token.id })}
      </Text>
      {problem !== null && (
        <Text size="sm">
          {text.refused} <MessageLine message={problem} />
        </Text>
      )}
    </li>
  );
}
