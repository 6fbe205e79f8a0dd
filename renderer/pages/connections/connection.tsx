import { Alert, Badge, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ConnectionView } from '../../../src/contract/control/connections.ts';
import { useSourceTexts } from '../../kinds/use-kind-texts.ts';
import { useSourceKind } from '../../kinds/use-kinds.ts';
import { ToldText } from '../../problems/told-text.tsx';
import { useFormat, useTexts } from '../../words/words.tsx';
import { Actions } from './actions.tsx';
import classes from './connections.module.css';
import { Facts } from './facts.tsx';
import { History } from './history.tsx';
import { placeOf, stateOf, STATE_COLORS } from './state.ts';

/** One connection: how it is, what is wrong and what helps, and what can be done with it. */
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
            <ToldText told={health.problem} />
          </Alert>
        )}
      </Actions>
      <History connectionId={connection.id} />
    </li>
  );
}
