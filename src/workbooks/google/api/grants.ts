import type { Report } from '../../../messages/parameters.ts';
import type { Secrets } from '../../../platform/vault.ts';
import type { Forgotten } from '../../workbook-kind.ts';
import { failureOf } from './failure.ts';
import { openOAuth, type Place } from './google-session.ts';
import type { GoogleGrant, OAuthClient } from './grant.ts';

/** A spreadsheet that Google lets Pennyrow use, and whose columns a person has yet to tell: nothing of the account's is changed by it. */
export interface UnmappedSpreadsheet {
  readonly spreadsheetId: string;
  readonly title: string;
  /** When the grant dies on its own, in milliseconds since 1970; null when it does not. */
  readonly endsAt: number | null;
  /** Why its columns are not known. */
  readonly problem: Report;
}

type SealedSpreadsheet = UnmappedSpreadsheet & { readonly grant: GoogleGrant };

/** The accounts' grants, sealed. */
export interface Grants {
  read(accountId: string): Promise<GoogleGrant | null>;
  keep(accountId: string, grant: GoogleGrant): Promise<void>;
  readUnmapped(accountId: string): Promise<SealedSpreadsheet | null>;
  /** In place of the one before, whose grant is given back. */
  keepUnmapped(accountId: string, unmapped: SealedSpreadsheet, others: readonly string[]): Promise<void>;
  /** Forgets what was unmapped; its grant is revoked as with `forget`, and stays where it has become the account's own. */
  dropUnmapped(accountId: string, others: readonly string[]): Promise<Forgotten>;
  /** Forgets the account's grant here, and revokes it at Google where that hits nobody else. `others`: accounts that may have one too. */
  forget(accountId: string, others: readonly string[]): Promise<Forgotten>;
  /**
   * Revokes a grant that was never kept. Google ties all grants of one person for one OAuth client together: revoking one
   * ends them all, so that it is not done while another account may live by it.
   */
  discard(grant: GoogleGrant, others: readonly string[]): Promise<Forgotten>;
}

/** In the vault. */
function nameOf(accountId: string): string {
  return `google-grant/${accountId}`;
}

function unmappedNameOf(accountId: string): string {
  return `google-undecided/${accountId}`;
}

export function createGrants({ secrets, ...place }: { readonly secrets: Secrets } & Place): Grants {
  const read: Grants['read'] = async (accountId) => {
    const text = await secrets.read(nameOf(accountId));
    return text === null ? null : (JSON.parse(text) as GoogleGrant);
  };

  const readUnmapped: Grants['readUnmapped'] = async (accountId) => {
    const text = await secrets.read(unmappedNameOf(accountId));
    return text === null ? null : (JSON.parse(text) as SealedSpreadsheet);
  };

  const discard: Grants['discard'] = async (grant, others) => {
    // A service account is not revoked by its user: its key is removed in Google's console.
    if (grant.kind === 'service-account') return 'none';
    for (const other of others) {
      if (isSameClient(await read(other), grant.client)) return 'shared';
      if (isSameClient((await readUnmapped(other))?.grant ?? null, grant.client)) return 'shared';
    }
    try {
      const auth = await openOAuth(grant.client, place);
      // The library's own call puts the token into the address, where logs and proxies keep it.
      await auth.transporter.request({
        url: place.endpoints.revocation,
        method: 'POST',
        data: new URLSearchParams({ token: grant.refreshToken }),
      });
      return 'revoked';
    } catch (thrown) {
      // It was dead already.
      return failureOf(thrown).reason === 'invalid_token' ? 'revoked' : 'unreachable';
    }
  };

  /** `survivors`: the accounts that still use a grant. */
  async function forgetNamed(
    name: string,
    sealed: () => Promise<GoogleGrant | null>,
    survivors: readonly string[],
  ): Promise<Forgotten> {
    let grant: GoogleGrant | null;
    try {
      grant = await sealed();
    } catch {
      // With another key of the vault it cannot be read, and is of no use to anyone.
      return 'unreachable';
    } finally {
      await secrets.remove(name);
    }
    return grant === null ? 'none' : discard(grant, survivors).catch(() => 'unreachable' as const);
  }

  return {
    read,
    keep: (accountId, grant) => secrets.save(nameOf(accountId), JSON.stringify(grant)),
    readUnmapped,
    keepUnmapped: async (accountId, unmapped, others) => {
      const before = await readUnmapped(accountId).catch(() => null);
      await secrets.save(unmappedNameOf(accountId), JSON.stringify(unmapped));
      if (before !== null) await discard(before.grant, [accountId, ...others]);
    },
    dropUnmapped: (accountId, others) =>
      forgetNamed(unmappedNameOf(accountId), async () => (await readUnmapped(accountId))?.grant ?? null, [
        accountId,
        ...others,
      ]),
    forget: (accountId, others) => forgetNamed(nameOf(accountId), () => read(accountId), others),
    discard,
  };
}

function isSameClient(grant: GoogleGrant | null, { clientId }: OAuthClient): boolean {
  return grant?.kind === 'user' && grant.client.clientId === clientId;
}
