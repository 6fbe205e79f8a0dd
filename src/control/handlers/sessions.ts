import type { sessionProcedures, SessionView } from '../../contract/control/sessions.ts';
import { endSession, listSessions } from '../../store/sessions.ts';
import type { Collaborators } from '../collaborators.ts';
import type { Handlers } from '../handler.ts';
import { sessionEnd } from '../session/sign-ins.ts';

export function sessionHandlers({
  store,
  clock,
  announce,
}: Pick<Collaborators, 'store' | 'clock' | 'announce'>): Handlers<keyof typeof sessionProcedures> {
  const list = (): SessionView[] =>
    listSessions(store)
      .map((session) => ({ ...session, expiresAt: sessionEnd(session) }))
      .filter(({ expiresAt }) => Date.parse(expiresAt) > clock.now());

  return {
    'session.list': list,
    'session.end': ({ sessionId }) => {
      endSession(store, sessionId);
      announce('sessions', null);
      return list();
    },
    'session.endAll': ({ except }) => {
      const ended = list().filter(({ id }) => id !== except);
      for (const { id } of ended) endSession(store, id);
      announce('sessions', null);
      return { ended: ended.length };
    },
  };
}
