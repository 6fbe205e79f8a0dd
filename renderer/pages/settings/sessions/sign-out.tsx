import { useState } from 'react';
import type { SessionView } from '../../../../src/contract/control/sessions.ts';
import { useAction } from '../../../control/use-control.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { useTexts } from '../../../words/words.tsx';

/** Who is to be signed out: one browser, or all but this one; in the desktop's window `own` is null. */
export type Leaving =
  | { readonly who: 'one'; readonly session: SessionView; readonly isOwn: boolean }
  | { readonly who: 'all'; readonly own: SessionView | null };

interface SignOutProps {
  readonly leaving: Leaving | null;
  readonly close: () => void;
  /** This browser is signed out. */
  readonly left: () => void;
}

/** Asks before a browser is signed out. */
export function SignOut({ leaving, close, left }: SignOutProps) {
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
