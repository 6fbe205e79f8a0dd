import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { SessionView } from '../../../src/contract/control/sessions.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { forgetSession, ownSessionId } from '../../control/session-key.ts';
import { useAction, useAnswer } from '../../control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { Confirm } from '../../parts/dialog-form.tsx';
import { EmptyState, LoadingState } from '../../parts/states.tsx';
import { useNow } from '../../parts/use-now.ts';
import lines from '../../parts/lines.module.css';

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

interface SessionLineProps {
  readonly session: SessionView;
  readonly isOwn: boolean;
  readonly now: number;
  readonly signOut: () => void;
}

function SessionLine({ session, isOwn, now, signOut }: SessionLineProps) {
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

/** Who is to be signed out: one browser, or all but this one; in the desktop's window `own` is null. */
type Leaving =
  | { readonly who: 'one'; readonly session: SessionView; readonly isOwn: boolean }
  | { readonly who: 'all'; readonly own: SessionView | null };

interface SignOutProps {
  readonly leaving: Leaving | null;
  readonly close: () => void;
  /** This browser is signed out. */
  readonly left: () => void;
}

/** Asks before a browser is signed out. */
function SignOut({ leaving, close, left }: SignOutProps) {
  const text = useTexts().settingsSessions;
  const end = useAction('session.end');
  const endAll = useAction('session.endAll');
  // What was asked stays in the dialog while that fades away.
  const [asked, setAsked] = useState<Leaving | null>(null);
  if (leaving !== null && leaving !== asked) setAsked(leaving);
  const { title, what } = asked === null ? { title: '', what: '' } : words(asked, text);
  const confirm = (): void => {
    if (asked?.who === 'all') endAll.mutate(asked.own === null ? {} : { except: asked.own.id }, { onSuccess: close });
    else if (asked !== null) end.mutate({ sessionId: asked.session.id }, { onSuccess: asked.isOwn ? left : close });
  };
  return (
    <Confirm
      title={title}
      yes={text.signOut}
      isOpen={leaving !== null}
      isPending={end.isPending || endAll.isPending}
      failure={end.error ?? endAll.error}
      confirm={confirm}
      close={() => {
        end.reset();
        endAll.reset();
        close();
      }}
    >
      {what}
    </Confirm>
  );
}

function words(
  asked: Leaving,
  text: ReturnType<typeof useTexts>['settingsSessions'],
): { readonly title: string; readonly what: string } {
  if (asked.who === 'all') {
    const own = asked.own === null ? 'none' : 'other';
    return { title: text.titleAll({ own }), what: text.whatAll({ own }) };
  }
  return asked.isOwn
    ? { title: text.titleOwn, what: text.whatOwn }
    : { title: text.titleOne({ name: text.name(asked.session) }), what: text.whatOne };
}
