import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useFormat, useTexts } from '../../base/words.tsx';
import { forgetSession, ownSessionId } from '../../base/control/session-key.ts';
import { useAction, useAnswer } from '../../base/control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../parts/states.tsx';
import { useNow } from '../../parts/use-now.ts';
import lines from '../../parts/lines.module.css';

/** Signing out needs no confirmation, since a new link signs in again. */
export function Sessions() {
  const text = useTexts().settingsSessions;
  const format = useFormat();
  const now = useNow();
  const { data: sessions, error, refetch } = useAnswer('session.list', {});
  const end = useAction('session.end');
  const endAll = useAction('session.endAll');
  if (sessions === undefined)
    return (
      <Card title={text.title}>
        <LoadingState height={140} failure={error} retry={refetch} />
      </Card>
    );
  // Null in the desktop window.
  const ownId = sessions.find(({ id }) => id === ownSessionId())?.id ?? null;
  const others = sessions.filter(({ id }) => id !== ownId);
  const signOut = (sessionId: string): void =>
    end.mutate(
      { sessionId },
      // Reload, so that no data stays in the window.
      { onSuccess: () => sessionId === ownId && void forgetSession().then(() => location.reload()) },
    );
  const failure = end.error ?? endAll.error;
  return (
    <Card
      title={text.title}
      actions={
        others.length > 1 && (
          <Button
            size="xs"
            variant="default"
            loading={endAll.isPending}
            onClick={() => endAll.mutate(ownId === null ? {} : { except: ownId })}
          >
            {text.signOutAll({ own: ownId === null ? 'none' : 'other' })}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {text.about}
      </Text>
      {failure !== null && <ErrorState failure={failure} />}
      {sessions.length === 0 && <EmptyState>{text.none}</EmptyState>}
      <Stack component="ul" gap={0} className={lines['list'] ?? ''}>
        {sessions
          .toSorted((a, b) => Number(b.id === ownId) - Number(a.id === ownId))
          .map((session) => (
            <li key={session.id} className={`${lines['line']} ${lines['ends']}`}>
              <div className={lines['what']}>
                <Group gap="xs">
                  <Text fw={600}>{text.name(session)}</Text>
                  {session.id === ownId && (
                    <Badge variant="light" tt="none">
                      {text.own}
                    </Badge>
                  )}
                </Group>
                <Text size="sm" c="dimmed">
                  {[
                    text.created({ when: format.moment(session.createdAt) }),
                    text.used({ when: format.relative(session.lastUsedAt, now) }),
                  ].join(' · ')}
                </Text>
              </div>
              <Button
                variant="default"
                size="xs"
                onClick={() => signOut(session.id)}
                aria-label={text.signOutNamed({
                  name: text.name(session),
                  when: format.moment(session.createdAt),
                })}
              >
                {text.signOut}
              </Button>
            </li>
          ))}
      </Stack>
    </Card>
  );
}
