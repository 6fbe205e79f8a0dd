import type { AuthorizedConnectionView } from '../../contract/control/connections.ts';
import type { ConsentView } from '../../contract/control/workbook.ts';
import type { GrantedAccess } from '../../sources/source-kind.ts';
import {
  addConnection,
  findConnection,
  removeConnection,
  requireConnection,
  type Connection,
} from '../../store/connections.ts';
import type { Collaborators } from '../collaborators.ts';
import { saveAccess } from './access.ts';
import { createConsentRequests } from './consent-requests.ts';

type Secret = Readonly<Record<string, string>>;

type NewConnection = Parameters<typeof addConnection>[1];

export type SourceConsents = ReturnType<typeof createSourceConsents>;

export function createSourceConsents(deps: Collaborators) {
  const { store } = deps;
  const requests = createConsentRequests<AuthorizedConnectionView>(deps.newId);

  /** Stores the encrypted credentials first, so that they are not lost if a later step fails. */
  async function keep(id: string, granted: GrantedAccess, signal: AbortSignal): Promise<AuthorizedConnectionView> {
    const connection = requireConnection(store, id);
    await deps.sources.seal(connection, granted.secret);
    return saveAccess(deps, connection, { ...granted.news, consentEndsAt: granted.endsAt }, null, signal);
  }

  return {
    ...requests,
    add: async (
      connection: NewConnection,
      secret: Secret,
      nameFor: (news: GrantedAccess['news']) => string,
    ): Promise<ConsentView> => {
      const request = await deps.sources.ask(connection, secret);
      return requests.begin(`new ${connection.accountId}`, request, async (signal) => {
        const granted = await request.granted;
        try {
          signal.throwIfAborted();
          addConnection(store, { ...connection, name: nameFor(granted.news) });
          return await keep(connection.id, granted, signal);
        } catch (thrown) {
          removeConnection(store, connection.id);
          // Revokes the permission now, because its secret is stored nowhere.
          await deps.sources.revoke(connection, granted.secret);
          throw thrown;
        } finally {
          deps.connectionsChanged(connection.accountId);
          deps.announce('connections', connection.accountId);
        }
      });
    },
    renew: async (connection: Connection, secret: Secret | null): Promise<ConsentView> => {
      const request = await deps.sources.ask(connection, secret);
      return requests.begin(connection.id, request, async (signal) => {
        const granted = await request.granted;
        if (signal.aborted || findConnection(store, connection.id) === null)
          await deps.sources.revoke(connection, granted.secret);
        signal.throwIfAborted();
        const before = await deps.sources.sealed(connection);
        const view = await keep(connection.id, granted, signal);
        // Revokes the old consent, because banks limit the number of consents.
        if (before !== null) await deps.sources.revoke(connection, before);
        return view;
      });
    },
  };
}
