import { Alert, Badge, Box, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ConnectionView } from '../../../src/contract/control/connections.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { Facts } from '../../parts/layout.tsx';
import { useSourceTexts, useSourceKind } from '../../parts/kinds/use-kinds.ts';
import { MessageText } from '../../parts/message-text.tsx';
import { useNow } from '../../parts/use-now.ts';
import { Actions } from './actions.tsx';
import { placeOf, STATE_COLORS, stateOf } from './state.ts';
import { Muted } from '../../parts/links.tsx';
import lines from '../../parts/lines.module.css';

interface ConnectionProps {
  readonly connection: ConnectionView;
  readonly removed: (isRevoked: boolean) => void;
}

export function Connection({ connection, removed }: ConnectionProps) {
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
    <li className={lines['line']} aria-label={name}>
      <Actions
        connection={connection}
        kind={kind}
        removed={removed}
        title={
          <div>
            <Text fw={600} component="h3">
              {name}
            </Text>
            <Muted>{about}</Muted>
          </div>
        }
        state={
          <Badge variant="dot" color={STATE_COLORS[state]}>
            {text.state[state]}
          </Badge>
        }
      >
        <Box mt="sm">
          <ConnectionFacts connection={connection} />
        </Box>
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
    </li>
  );
}

function ConnectionFacts({
  connection: { health, paused, syncedUntil, consentEndsAt, isConsentOver },
}: {
  readonly connection: ConnectionView;
}) {
  const text = useTexts().connections;
  const format = useFormat();
  const now = useNow();
  const when = (instant: string): string => `${format.relative(instant, now)} (${format.moment(instant)})`;
  const { lastSuccessAt, nextTryAt } = health;
  return (
    <Facts
      facts={[
        [text.lastGood, lastSuccessAt === null ? text.never : when(lastSuccessAt)],
        syncedUntil !== null && [text.syncedUntil, format.day(syncedUntil)],
        consentEndsAt !== null && [
          isConsentOver && Date.parse(consentEndsAt) <= now ? text.consentEnded : text.consentEnds,
          when(consentEndsAt),
        ],
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
      ]}
    />
  );
}
