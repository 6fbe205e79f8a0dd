import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { SessionView } from '../../../../src/contract/control/sessions.ts';
import { forgetSession, ownSessionId } from '../../../control/session-key.ts';
import { useAnswer } from '../../../control/use-control.ts';
import { Card } from '../../../parts/card.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { LoadingState } from '../../../parts/loading-state.tsx';
import { useNow } from '../../../parts/use-now.ts';
import { useTexts } from '../../../words/words.tsx';
import { SessionLine } from './session-line.tsx';
import lines from '../../../parts/lines.module.css';
import { SignOut, type Leaving } from './sign-out.tsx';

/** Who is signed in to the dashboard, and the way out for each. */
export function Sessions() {
  const text = useTexts().settingsSessions;
  const now = useNow();
  const { data: sessions, error, refetch } = useAnswer('session.list', {});
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  if (sessions === undefined)
    return (
      <Card title={text.title}>
        <LoadingState height={140} failure={error} again={refetch} />
      </Card>
    );
  const own = sessions.find(({ id }) => id === ownSessionId()) ?? null;
  const others = sessions.filter((session) => session !== own);
  const shown: readonly SessionView[] = own === null ? others : [own, ...others];
  const ownKind = own === null ? 'none' : 'other';
  return (
    <Card
      title={text.title}
      actions={
        others.length > 1 && (
          <Button size="xs" variant="default" onClick={() => setLeaving({ who: 'all', own })}>
            {text.signOutAll({ own: ownKind })}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {text.about}
      </Text>
      {sessions.length === 0 && <EmptyState>{text.none}</EmptyState>}
      <Stack component="ul" gap={0} className={lines['list'] ?? ''}>
        {shown.map((session) => (
          <SessionLine
            key={session.id}
            session={session}
            isOwn={session === own}
            now={now}
            signOut={() => setLeaving({ who: 'one', session, isOwn: session === own })}
          />
        ))}
      </Stack>
      <SignOut
        leaving={leaving}
        close={() => setLeaving(null)}
        left={() => {
          // A reload, so that nothing of the data stays in the window.
          void forgetSession().then(() => location.reload());
        }}
      />
    </Card>
  );
}
