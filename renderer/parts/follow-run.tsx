import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import {
  type Icon,
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconHelp,
  IconInfoCircle,
  IconPlayerStop,
  IconRefresh,
  IconX,
} from '@tabler/icons-react';
import { Link } from 'wouter';
import type { Run } from '../../src/contract/control/runs.ts';
import { shownStatus } from '../../src/contract/control/shown-status.ts';
import { useFormat, useTexts } from '../base/words.tsx';
import { useAction, useAnswer } from '../base/control/use-control.ts';
import { countsInWords } from './count-words.ts';
import { MessageText, SolveLink } from './message-text.tsx';
import { RunProgress } from './run-progress.tsx';
import { LoadingState } from './states.tsx';

/** The progress of a run, then its result. */
export function FollowRun({ runId }: { readonly runId: string }) {
  const text = useTexts().parts;
  const runText = useTexts().run;
  const format = useFormat();
  const { data: run, error, refetch } = useAnswer('run.get', { runId });
  const cancel = useAction('run.cancel');
  if (run === undefined) return <LoadingState height={80} failure={error} retry={refetch} />;
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

const SIGNS: Readonly<Record<Run['messages'][number]['severity'], readonly [color: string, Icon]>> = {
  info: ['blue', IconInfoCircle],
  warning: ['orange', IconAlertTriangle],
  problem: ['red', IconX],
};

export function RunMessages({ messages }: { readonly messages: Run['messages'] }) {
  if (messages.length === 0) return null;
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {messages.map((message, place) => {
        const [color, Sign] = SIGNS[message.severity];
        return (
          // oxlint-disable-next-line react/no-array-index-key -- messages may repeat, and the list never changes.
          <Group key={place} component="li" gap="sm" wrap="nowrap" align="flex-start">
            <Sign
              size={18}
              aria-hidden
              color={`var(--mantine-color-${color}-text)`}
              style={{ flexShrink: 0, marginTop: 2 }}
            />
            <div style={{ minWidth: 0 }}>
              <MessageText message={message} isQuiet />
              <SolveLink code={message.code} />
            </div>
          </Group>
        );
      })}
    </Stack>
  );
}

/** Color is never the only difference. */
const LOOKS: Readonly<Record<ReturnType<typeof shownStatus>, readonly [color: string, Icon]>> = {
  question: ['orange', IconHelp],
  queued: ['gray', IconClock],
  running: ['blue', IconRefresh],
  succeeded: ['teal', IconCheck],
  partial: ['orange', IconAlertTriangle],
  failed: ['red', IconX],
  cancelled: ['gray', IconPlayerStop],
};

export function RunStatus({ run }: { readonly run: Pick<Run, 'status' | 'messages'> }) {
  const text = useTexts().run;
  const status = shownStatus(run);
  const [color, Sign] = LOOKS[status];
  return (
    <Badge
      variant="default"
      tt="none"
      leftSection={<Sign size={12} aria-hidden color={`var(--mantine-color-${color}-text)`} />}
    >
      {text.status[status]}
    </Badge>
  );
}
