import { Badge, Group, Stack, Text, Progress, Box } from '@mantine/core';
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
import type { ProgressView, Run, StartedRun } from '../../src/contract/control/runs.ts';
import { shownStatus } from '../../src/contract/control/shown-status.ts';
import { capitalized } from '../../src/messages/shared-words.ts';
import { useTexts } from '../base/words.tsx';
import { useAction, useAnswer, useRunProgress, useCarrier } from '../base/control/use-control.tsx';
import { countsInWords } from './count-words.ts';
import { MessageText, SolveLink } from './message-text.tsx';
import { PageLink, Button } from './links.tsx';
import { LoadingState, ErrorState } from './layout.tsx';
import type { ReactNode } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Input } from '../../src/contract/control/index.ts';
import { isAffected } from '../base/control/affected.ts';
import { ControlFailure } from '../base/control/carrier.ts';
import { invalidateAffected } from '../base/control/take-event.ts';
import { type AccountInput, useAccountAction } from './account-context.tsx';

export function FollowRun({ runId }: { readonly runId: string }) {
  const { parts: text, run: runText, format } = useTexts();
  const { data: run, error, refetch } = useAnswer('run.get', { runId });
  if (run === undefined) return <LoadingState height={80} failure={error} retry={refetch} />;
  if (run.finishedAt === null) {
    return (
      <Stack gap="sm" align="flex-start">
        <RunProgress accountId={run.accountId} runId={runId} />
        <CancelRun runId={runId} />
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
      <PageLink to={`/activity/${runId}`}>{text.report}</PageLink>
    </Stack>
  );
}

export function CancelRun({ runId }: { readonly runId: string | null }) {
  const text = useTexts().parts;
  const cancel = useAction('run.cancel');
  return (
    <>
      <Button
        variant="default"
        size="xs"
        icon={IconPlayerStop}
        disabled={runId === null}
        loading={cancel.isPending}
        onClick={() => runId !== null && cancel.mutate({ runId })}
      >
        {text.cancel}
      </Button>
      <ErrorState failure={cancel.error} />
    </>
  );
}

interface RunResultProps {
  readonly work: Pick<ReturnType<typeof useRun>, 'run' | 'error'>;
  readonly children: ReactNode;
}

export function RunResult({ work: { run, error }, children }: RunResultProps) {
  const text = useTexts().parts;
  return (
    <>
      <ErrorState failure={error} />
      <Group gap="xs" role="status">
        {run !== null && (
          <>
            <Text component="div" size="sm">
              {children}
            </Text>
            <PageLink to={`/activity/${run.id}`}>{text.report}</PageLink>
          </>
        )}
      </Group>
    </>
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
    <Stack component="ul" gap="sm">
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

/** Each status also has an icon, for users who cannot distinguish the colors. */
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
      component="span"
      variant="default"
      // Otherwise the label would be aligned by the baseline of the icon.
      styles={{ label: { alignSelf: 'baseline' } }}
      leftSection={<Sign size={12} aria-hidden color={`var(--mantine-color-${color}-text)`} />}
    >
      {capitalized(text.status[status])}
    </Badge>
  );
}

/** Stages in order. Each fills an equal part of the bar. */
const STAGES: readonly ProgressView['stage'][] = [
  'settling',
  'fetching',
  'reading',
  'planning',
  'recording',
  'writing',
  'confirming',
  'mirroring',
];

export function RunProgress({ accountId, runId }: { readonly accountId: string; readonly runId: string | null }) {
  const current = useRunProgress(accountId);
  const progress = runId === null || current?.runId === runId ? current : null;
  const { parts: text, run } = useTexts();
  const stage = progress?.stage ?? 'settling';
  const within = progress?.total == null || progress.total === 0 ? 0 : progress.done / progress.total;
  const value = ((STAGES.indexOf(stage) + within) / STAGES.length) * 100;
  return (
    <Box aria-live="polite" w="100%">
      <Progress value={Math.max(value, 3)} aria-label={run.stage({ stage })} />
      <Text size="sm" mt={6}>
        {run.stage({ stage })}
        {progress?.total != null && `: ${text.of({ done: progress.done, total: progress.total })}`}
      </Text>
    </Box>
  );
}

type Starting =
  | 'rule.add'
  | 'rule.edit'
  | 'rule.delete'
  | 'rule.move'
  | 'rule.apply'
  | 'balance.join'
  | 'suggestion.accept'
  | 'transaction.setCategory';

/** Starts a short run of the selected account and waits until the page shows its changes. */
export function useRun<Name extends Starting>(name: Name) {
  const carrier = useCarrier();
  const queries = useQueryClient();
  const start = useAccountAction(name);
  const wait = useMutation<Run, ControlFailure, Input<'run.wait'>>({
    mutationFn: async (input) => {
      const run = await carrier.call('run.wait', input);
      const { accountId } = run;
      await invalidateAffected(queries, (procedure) => isAffected(procedure, { type: 'mirror', accountId }));
      return run;
    },
  });
  const ended = wait.data ?? null;
  return {
    begin: (input: AccountInput<Name>, done?: (run: Run) => void): void => {
      wait.reset();
      start.mutate(input, {
        onSuccess: (started) => {
          const { runId } = started as StartedRun;
          wait.mutate({ runId }, { onSuccess: (run) => (failureOf(run) === null ? done?.(run) : undefined) });
        },
      });
    },
    isPending: start.isPending || wait.isPending,
    error: start.error ?? wait.error ?? (ended === null ? null : failureOf(ended)),
    run: ended !== null && failureOf(ended) === null ? ended : null,
    reset: (): void => {
      start.reset();
      wait.reset();
    },
  };
}

function failureOf({ status, messages }: Run): ControlFailure | null {
  if (status === 'succeeded') return null;
  const message = messages.find(({ severity }) => severity === 'problem') ?? messages[0];
  return new ControlFailure(message ?? { code: status, message: status, remedy: '' });
}
