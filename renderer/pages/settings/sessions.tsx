import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { SessionView } from '../../../src/contract/control/sessions.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { forgetSession, ownSessionId } from '../../base/control/session-key.ts';
import { useAction, useAnswer } from '../../base/control/use-control.ts';
import { Card } from '../../parts/card.tsx';
import { Confirm } from '../../parts/dialog-form.tsx';
import { EmptyState, LoadingState } from '../../parts/states.tsx';
import { useNow } from '../../parts/use-now.ts';
import lines from '../../parts/lines.module.css';

export function Sessions() {
  const text = useTexts().settingsSessions;
  const now = useNow();
  const { data: sessions, error, refetch } = useAnswer('session.list', {});
  const [target, setTarget] = useState<SignOutTarget | null>(null);
  if (sessions === undefined)
    return (
      <Card title={text.title}>
        <LoadingState height={140} failure={error} retry={refetch} />
      </Card>
    );
  const own = sessions.find(({ id }) => id === ownSessionId()) ?? null;
  const others = sessions.filter((session) => session !== own);
  const visibleSessions: readonly SessionView[] = own === null ? others : [own, ...others];
  const ownKind = own === null ? 'none' : 'other';
  return (
    <Card
      title={text.title}
      actions={
        others.length > 1 && (
          <Button size="xs" variant="default" onClick={() => setTarget({ who: 'all', own })}>
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
        {visibleSessions.map((session) => (
          <SessionLine
            key={session.id}
            session={session}
            isOwn={session === own}
            now={now}
            signOut={() => setTarget({ who: 'one', session, isOwn: session === own })}
          />
        ))}
      </Stack>
      <SignOut
        target={target}
        close={() => setTarget(null)}
        left={() => {
          // Reload, so that no data stays in the window.
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

/** One browser, or all but this one. `own` is null in the desktop window. */
type SignOutTarget =
  | { readonly who: 'one'; readonly session: SessionView; readonly isOwn: boolean }
  | { readonly who: 'all'; readonly own: SessionView | null };

interface SignOutProps {
  readonly target: SignOutTarget | null;
  readonly close: () => void;
  /** Called when this browser was signed out. */
  readonly left: () => void;
}

function SignOut({ target, close, left }: SignOutProps) {
  const text = useTexts().settingsSessions;
  const end = useAction('session.end');
  const endAll = useAction('session.endAll');
  // Keeps the dialog's content while it fades out.
  const [question, setQuestion] = useState<SignOutTarget | null>(null);
  if (target !== null && target !== question) setQuestion(target);
  const { title, what } = question === null ? { title: '', what: '' } : words(question, text);
  const confirm = (): void => {
    if (question?.who === 'all')
      endAll.mutate(question.own === null ? {} : { except: question.own.id }, { onSuccess: close });
    else if (question !== null)
      end.mutate({ sessionId: question.session.id }, { onSuccess: question.isOwn ? left : close });
  };
  return (
    <Confirm
      title={title}
      confirmLabel={text.signOut}
      isOpen={target !== null}
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
  question: SignOutTarget,
  text: ReturnType<typeof useTexts>['settingsSessions'],
): { readonly title: string; readonly what: string } {
  if (question.who === 'all') {
    const own = question.own === null ? 'none' : 'other';
    return { title: text.titleAll({ own }), what: text.whatAll({ own }) };
  }
  return question.isOwn
    ? { title: text.titleOwn, what: text.whatOwn }
    : { title: text.titleOne({ name: text.name(question.session) }), what: text.whatOne };
}
