import type { Secrets } from '../../platform/secrets.ts';
import type { GoogleEndpoints } from './endpoints.ts';
import { failureOf } from './failure.ts';
import { openOAuth } from './google-session.ts';
import type { GoogleGrant, OAuthClient } from './grant.ts';

/**
 * What became of a grant that is not needed any more. Google ties all grants of one person for one OAuth client
 * together: revoking one ends them all, so that it is not done while another account may live by it.
 */
export type Forgotten = 'revoked' | 'shared' | 'unreachable' | 'none';

/** The accounts' grants, sealed. */
export interface Grants {
  read(accountId: string): Promise<GoogleGrant | null>;
  keep(accountId: string, grant: GoogleGrant): Promise<void>;
  /** Forgets the account's grant here, and revokes it at Google where that hits nobody else. `others`: accounts that may have one too. */
  forget(accountId: string, others: readonly string[]): Promise<Forgotten>;
  /** Revokes a grant that was never kept. */
  discard(grant: GoogleGrant, others: readonly string[]): Promise<Forgotten>;
}

/** In the vault. */
function nameOf(accountId: string): string {
  return `google-grant/${accountId}`;
}

export function createGrants({ secrets, endpoints }: { readonly secrets: Secrets; readonly endpoints: GoogleEndpoints }): Grants {
  const read: Grants['read'] = async (accountId) => {
    const text = await secrets.read(nameOf(accountId));
    return text === null ? null : (JSON.parse(text) as GoogleGrant);
  };

  const discard: Grants['discard'] = async (grant, others) => {
    // A service account is not revoked by whoever uses it: its key is removed in Google's console.
    if (grant.kind === 'service-account') return 'none';
    for (const other of others) {
      if (isSameClient(await read(other), grant.client)) return 'shared';
    }
    try {
      const auth = await openOAuth(grant.client, endpoints);
      await auth.revokeToken(grant.refreshToken);
      return 'revoked';
    } catch (thrown) {
      // 400: it was dead already.
      return failureOf(thrown).status === 400 ? 'revoked' : 'unreachable';
    }
  };

  return {
    read,
    keep: (accountId, grant) => secrets.save(nameOf(accountId), JSON.stringify(grant)),
    forget: async (accountId, others) => {
      try {
        const grant = await read(accountId);
        return grant === null ? 'none' : await discard(grant, others);
      } catch {
        // With another key of the vault it cannot be read, and is of no use to anyone.
        return 'unreachable';
      } finally {
        await secrets.remove(nameOf(accountId));
      }
    },
    discard,
  };
}

function isSameClient(grant: GoogleGrant | null, { clientId }: OAuthClient): boolean {
  return grant?.kind === 'user' && grant.client.clientId === clientId;
}
