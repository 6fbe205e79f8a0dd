import type { AuthorisedConnectionView } from '../../contract/control/connections.ts';
import type { ConsentView } from '../../contract/control/workbook.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { GrantedAccess } from '../../sources/source-kind.ts';
import {
  addConnection,
  clearProblem,
  findConnection,
  rememberInConnection,
  removeConnection,
  type Connection,
} from '../../store/connections.ts';
import { forgetAnswers } from '../../store/source-keep.ts';
import { connectionView, type ConnectionCollaborators } from '../connection-view.ts';
import type { Collaborators } from '../collaborators.ts';
import type { Announce } from '../handler.ts';
import { requireConnection } from '../requirements.ts';
import { firstAnswer } from '../try-access.ts';
import { createQuestions, type Questions } from './questions.ts';

type Secret = Readonly<Record<string, string>>;

/** Questions on the pages of services about connections: at most one new one of each account, and one for each that there is. */
export interface SourceConsents extends Omit<Questions<AuthorisedConnectionView>, 'begin'> {
  /**
   * The connection is there once a person has agreed, and not before.
   *
   * @param nameFor what it is called, by what was granted
   */
  add(
    connection: NewConnection,
    secret: Secret,
    nameFor: (news: GrantedAccess['news']) => string,
  ): Promise<ConsentView>;
  /** `secret`: in place of what is sealed; null to ask with that. */
  renew(connection: Connection, secret: Secret | null): Promise<ConsentView>;
}

export type NewConnection = Parameters<typeof addConnection>[1];

export function createSourceConsents(
  deps: ConnectionCollaborators & Pick<Collaborators, 'newId' | 'connectionsChanged'>,
  announce: Announce,
): SourceConsents {
  const { store } = deps;
  const questions = createQuestions<AuthorisedConnectionView>({
    newId: deps.newId,
    over: () => new PennyrowError(problem('source_consent_failed', { reason: 'other', host: '', words: null })),
  });

  /** Seals what was granted before anything else. */
  async function keep(id: string, granted: GrantedAccess, signal: AbortSignal): Promise<AuthorisedConnectionView> {
    const connection = requireConnection(store, id);
    await deps.sources.seal(connection, granted.secret);
    store.transaction(() => {
      rememberInConnection(store, id, { ...granted.news, consentEndsAt: granted.endsAt });
      clearProblem(store, id);
      // Another access may hold other accounts.
      forgetAnswers(store, id);
    });
    announce('connections', connection.accountId);
    const access = await firstAnswer(deps, requireConnection(store, id), null, signal);
    announce('connections', connection.accountId);
    return { ...connectionView(deps, requireConnection(store, id)), access };
  }

  return {
    ...questions,
    add: async (connection, secret, nameFor) => {
      const question = await deps.sources.ask(connection, secret);
      return questions.begin(`new ${connection.accountId}`, question, async (signal) => {
        const granted = await question.granted;
        try {
          signal.throwIfAborted();
          addConnection(store, { ...connection, name: nameFor(granted.news) });
          return await keep(connection.id, granted, signal);
        } catch (thrown) {
          removeConnection(store, connection.id);
          // Nobody could give it back later.
          await deps.sources.revoke(connection, granted.secret);
          throw thrown;
        } finally {
          deps.connectionsChanged(connection.accountId);
          announce('connections', connection.accountId);
        }
      });
    },
    renew: async (connection, secret) => {
      const question = await deps.sources.ask(connection, secret);
      return questions.begin(connection.id, question, async (signal) => {
        const granted = await question.granted;
        if (signal.aborted || findConnection(store, connection.id) === null)
          await deps.sources.revoke(connection, granted.secret);
        signal.throwIfAborted();
        const before = await deps.sources.sealed(connection);
        const view = await keep(connection.id, granted, signal);
        // Each bank keeps a number of consents, and the new one does all that the old one did.
        if (before !== null) await deps.sources.revoke(connection, before);
        return view;
      });
    },
  };
}
