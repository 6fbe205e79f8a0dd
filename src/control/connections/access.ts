import type { AccessView, AuthorizedConnectionView } from '../../contract/control/connections.ts';
import { toInstant } from '../../core/calendar-date.ts';
import { toPennyrowError, reportOf } from '../../platform/errors.ts';
import {
  clearProblem,
  consentEndOf,
  recordTrial,
  rememberInConnection,
  requireConnection,
  type Connection,
} from '../../store/connections.ts';
import { recordConnectionFailure } from '../../sync/use-cases/back-off.ts';
import { forgetAnswers } from '../../store/source-keep.ts';
import type { Collaborators } from '../collaborators.ts';
import { connectionView } from './view.ts';

export async function tryAccess(deps: Collaborators, connection: Connection, signal: AbortSignal): Promise<AccessView> {
  const view = await deps.sources.test(connection, signal).catch((thrown: unknown) => {
    // If the caller has disconnected and so aborted the test, the error is not a failure of the connection.
    if (!signal.aborted) recordConnectionFailure(deps.store, connection.id, deps.clock.now(), toPennyrowError(thrown));
    throw thrown;
  });
  recordAnswer(deps, connection, view);
  return view;
}

function recordAnswer({ store, clock }: Collaborators, { id }: Pick<Connection, 'id'>, { messages }: AccessView): void {
  const problem = messages.find(({ severity }) => severity === 'problem');
  recordTrial(store, id, toInstant(clock.now()), problem === undefined ? null : reportOf(problem));
}

export async function firstAnswer(
  deps: Collaborators,
  connection: Connection,
  proof: AccessView | null,
  signal: AbortSignal,
): Promise<AccessView | null> {
  if (proof === null) return tryAccess(deps, connection, signal).catch(() => null);
  recordAnswer(deps, connection, proof);
  return proof;
}

export async function saveAccess(
  deps: Collaborators,
  { id, accountId }: Connection,
  news: Parameters<typeof rememberInConnection>[2],
  proof: AccessView | null,
  signal: AbortSignal,
): Promise<AuthorizedConnectionView> {
  const { store } = deps;
  store.transaction(() => {
    rememberInConnection(store, id, news);
    clearProblem(store, id);
    // New credentials may give access to other accounts, so deletes the cached responses of the bank.
    forgetAnswers(store, id);
  });
  deps.announce('connections', accountId);
  const access = await firstAnswer(deps, requireConnection(store, id), proof, signal);
  deps.announce('connections', accountId);
  return { ...connectionView(deps, requireConnection(store, id)), access };
}

/** Revokes the permission. False if the user must revoke it at the service; null if no valid permission exists. */
export async function revokeAccess({ sources, clock }: Collaborators, connection: Connection): Promise<boolean | null> {
  if (sources.find(connection.source)?.access?.revoke === undefined) return null;
  const sealed = await sources.sealed(connection);
  if (sealed !== null && (await sources.revoke(connection, sealed))) return true;
  const endsAt = consentEndOf(connection);
  return endsAt !== null && Date.parse(endsAt) <= clock.now() ? null : false;
}
