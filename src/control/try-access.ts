import type { AccessView } from '../contract/control/access-view.ts';
import { toInstant } from '../core/calendar-date.ts';
import { toPennyrowError, reportOf } from '../platform/errors.ts';
import { recordTrial, type Connection } from '../store/connections.ts';
import { recordConnectionFailure } from '../sync/back-off.ts';
import type { Collaborators } from './collaborators.ts';

/** Asks with the connection's access and keeps how that went as its state. Throws what the source throws, once that is kept. */
export async function tryAccess(
  deps: Pick<Collaborators, 'store' | 'clock' | 'sources'>,
  connection: Connection,
  signal: AbortSignal,
): Promise<AccessView> {
  const view = await deps.sources.test(connection, signal).catch((thrown: unknown) => {
    // Who asked went away: nothing is known of the source.
    if (!signal.aborted) recordConnectionFailure(deps.store, connection.id, deps.clock.now(), toPennyrowError(thrown));
    throw thrown;
  });
  recordAnswer(deps, connection, view);
  return view;
}

/** The same for an answer that came before the access was saved. */
function recordAnswer(
  { store, clock }: Pick<Collaborators, 'store' | 'clock'>,
  { id }: Pick<Connection, 'id'>,
  { messages }: AccessView,
): void {
  const problem = messages.find(({ severity }) => severity === 'problem');
  recordTrial(store, id, toInstant(clock.now()), problem === undefined ? null : reportOf(problem));
}

/**
 * After an access was saved: says what it answered, or null when it did not; that is the connection's state then, and no
 * reason to give up what was saved.
 */
export async function firstAnswer(
  deps: Pick<Collaborators, 'store' | 'clock' | 'sources'>,
  connection: Connection,
  proof: AccessView | null,
  signal: AbortSignal,
): Promise<AccessView | null> {
  if (proof === null) return tryAccess(deps, connection, signal).catch(() => null);
  recordAnswer(deps, connection, proof);
  return proof;
}
