import { Badge, Button, Group, Text } from '@mantine/core';
import type { SessionView } from '../../../../src/contract/control/sessions.ts';
import { useFormat, useTexts } from '../../../words/words.tsx';
import lines from '../../../parts/lines.module.css';

interface SessionLineProps {
  readonly session: SessionView;
  readonly isOwn: boolean;
  readonly now: number;
  readonly signOut: () => void;
}

export function SessionLine({ session, isOwn, now, signOut }: SessionLineProps) {
  const text = useTexts().settingsSessions;
  const format = useFormat();
  const { createdAt, lastUsedAt, expiresAt } = session;
  const name = text.name(session);
  const since = format.moment(createdAt);
  const facts = [
    text.created({ when: since }),
    text.used({ when: format.relative(lastUsedAt, now) }),
    text.expires({ when: format.moment(expiresAt) }),
  ];
  return (
    <li className={`${lines['line']} ${lines['ends']}`}>
      <div className={lines['what']}>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {isOwn && (
            <Badge variant="light" tt="none">
              {text.own}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
      </div>
      <Button variant="default" size="xs" onClick={signOut} aria-label={text.signOutNamed({ name, when: since })}>
        {text.signOut}
      </Button>
    </li>
  );
}
