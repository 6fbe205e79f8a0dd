import { Alert, Anchor, Badge, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { ConnectionRunView, ConnectionView } from '../../../src/contract/control/connections.ts';
import { shownStatus } from '../../../src/contract/control/shown-status.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { useAnswer } from '../../base/control/use-control.ts';
import { useSourceTexts } from '../../parts/kinds/use-kinds.ts';
import { useSourceKind } from '../../parts/kinds/use-kinds.ts';
import { MessageText } from '../../parts/message-text.tsx';
import { LoadingState } from '../../parts/states.tsx';
import { useNow } from '../../parts/use-now.ts';
import { Actions } from './actions.tsx';
import { placeOf, STATE_COLORS, stateOf } from './state.ts';
import classes from './connections.module.css';

export function Connection({
  connection,
  removed,
}: {
  readonly connection: ConnectionView;
  readonly removed: (isRevoked: boolean) => void;
}) {
  const text = useTexts().connections;
  const format = useFormat();
  const { name, health } = connection;
  const say = useSourceTexts();
  const kind = useSourceKind(connection.source);
  const state = stateOf(connection, kind);
  const about = [kind === null ? connection.source : say(kind.id).name, placeOf(connection, kind, text)]
    .filter((part) => part !== null && part !== name)
    .join(' · ');
  return (
    <li className={classes['connection']} aria-label={name}>
      <Actions
        connection={connection}
        kind={kind}
        removed={removed}
        title={
          <div>
            <Text fw={600} component="h3">
              {name}
            </Text>
            <Text size="sm" c="dimmed">
              {about}
            </Text>
          </div>
        }
        state={
          <Badge variant="dot" color={STATE_COLORS[state]} tt="none">
            {text.state[state]}
          </Badge>
        }
      >
        <Facts connection={connection} />
        {health.problem !== null && (
          <Alert
            color={state === 'failing' ? 'red' : 'orange'}
            icon={<IconAlertTriangle aria-hidden />}
            title={health.failures > 1 ? text.failures({ count: format.number(health.failures) }) : undefined}
            my="sm"
          >
            <MessageText message={health.problem} />
          </Alert>
        )}
      </Actions>
      <History connectionId={connection.id} />
    </li>
  );
}

function Facts({
  connection: { health, paused, syncedUntil, consentEndsAt, isConsentOver },
}: {
  readonly connection: ConnectionView;
}) {
  const text = useTexts().connections;
  const format = useFormat();
  const now = useNow();
  const when = (instant: string): string => `${format.relative(instant, now)} (${format.moment(instant)})`;
  const { lastSuccessAt, lastAttemptAt, nextTryAt } = health;
  const facts: (readonly [string, string])[] = [
    [text.lastGood, lastSuccessAt === null ? text.never : when(lastSuccessAt)],
    ...(lastAttemptAt === null || lastAttemptAt === lastSuccessAt
      ? []
      : [[text.lastTry, when(lastAttemptAt)] as const]),
    ...(syncedUntil === null ? [] : [[text.syncedUntil, format.day(syncedUntil)] as const]),
    ...(consentEndsAt === null
      ? []
      : [
          [
            isConsentOver && Date.parse(consentEndsAt) <= now ? text.consentEnded : text.consentEnds,
            when(consentEndsAt),
          ] as const,
        ]),
    [
      text.nextTry,
      paused
        ? text.whilePaused
        : isConsentOver
          ? text.afterReconnect
          : nextTryAt === null
            ? text.nextByHand
            : when(nextTryAt),
    ],
  ];
  return (
    <dl className={classes['facts']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The runs that involved this connection, loaded on demand. */
function History({ connectionId }: { readonly connectionId: string }) {
  const text = useTexts().connections;
  const [isOpen, setOpen] = useState(false);
  const { data: history, error, refetch } = useAnswer('connection.history', isOpen ? { connectionId } : null);
  return (
    <details className={classes['more']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text.history}</summary>
      {isOpen && history === undefined && <LoadingState height={60} failure={error} retry={refetch} />}
      {history !== undefined && (
        <Stack gap="xs" mt="xs">
          <Text size="sm">
            {history.rows === 0 && history.runs.length === 0 ? text.noHistory : text.rows({ count: history.rows })}
          </Text>
          <Stack component="ul" gap="xs" className={classes['list'] ?? ''}>
            {history.runs.map((run) => (
              <RunLine key={run.runId} run={run} />
            ))}
          </Stack>
        </Stack>
      )}
    </details>
  );
}

function RunLine({
  run: { runId, kind, trigger, status, finishedAt, isUndone, added, updated, messages },
}: {
  readonly run: ConnectionRunView;
}) {
  const text = useTexts().connections;
  const runText = useTexts().run;
  const format = useFormat();
  const effects = [
    ...(added === 0 ? [] : [`${format.number(added)} ${runText.counts.added}`]),
    ...(updated === 0 ? [] : [`${format.number(updated)} ${runText.counts.updated}`]),
    ...(isUndone ? [text.undone] : []),
  ];
  return (
    <li>
      <Text size="sm">
        {finishedAt !== null && `${format.moment(finishedAt)}: `}
        {runText.title[trigger]({ kind })}: {runText.status[shownStatus({ status, messages })]}.{' '}
        {effects.length > 0 && `${format.list(effects)}. `}
        <Anchor component={Link} href={`/activity/${runId}`} size="sm">
          {text.seeRun}
        </Anchor>
      </Text>
      {messages.map((message) => (
        <MessageText key={message.message} message={message} isQuiet />
      ))}
    </li>
  );
}
