import type { accessProcedures } from '../../contract/control/connection-access.ts';
import { toInstant } from '../../core/calendar-date.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { clearProblem, rememberInConnection, type Connection } from '../../store/connections.ts';
import { forgetAnswers, listAnswers, readAnswerText } from '../../store/source-answers.ts';
import { connectionView } from '../connection-view.ts';
import type { ControlDependencies } from '../dependencies.ts';
import type { Announce, Handlers } from '../handler.ts';
import { requireConnection } from '../requirements.ts';

/** What lets a connection in, and what its source answered. */
export function connectionAccessHandlers(deps: ControlDependencies, announce: Announce): Handlers<keyof typeof accessProcedures> {
  const { store } = deps;

  return {
    'connection.reauthorise': async ({ connectionId, setupToken }, signal) => {
      const connection = requireSimplefin(requireConnection(store, connectionId));
      const host = await deps.simplefin.authorise(connection, setupToken, signal);
      store.transaction(() => {
        rememberInConnection(store, connectionId, { host });
        clearProblem(store, connectionId);
        // Another access may hold other accounts.
        forgetAnswers(store, connectionId);
      });
      announce('connections', connection.accountId);
      return connectionView(deps, requireConnection(store, connectionId));
    },
    'connection.test': ({ connectionId }, signal) => deps.simplefin.test(requireSimplefin(requireConnection(store, connectionId)), signal),
    'connection.answers': ({ connectionId }) =>
      listAnswers(store, requireConnection(store, connectionId).id).map(({ number, atMs, request, bytes }) => ({ number, at: toInstant(atMs), request, bytes })),
    'connection.answer': ({ connectionId, number }) => {
      const text = readAnswerText(store, requireConnection(store, connectionId).id, number);
      if (text === null) throw new PennyrowError('input_answer', `No answer with the number ${number} is kept.`, 'See what is kept with `pennyrow connection answers NAME`.');
      return { text };
    },
  };
}

function requireSimplefin(connection: Connection): Connection {
  if (connection.source === 'simplefin') return connection;
  throw new PennyrowError('input_source', `The connection “${connection.name}” is of the kind ${connection.source} and needs no access.`, 'Only connections of the kind simplefin have one.');
}
