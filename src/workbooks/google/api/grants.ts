import type { OAuthClient } from './environment.ts';
import { type GoogleGrant, openOAuth, type Place } from './google-session.ts';
import type { Report } from '../../../messages/parameters.ts';
import type { Secrets } from '../../../platform/vault.ts';
import type { Forgotten } from '../../workbook-kind.ts';
import { failureOf } from './failure.ts';

/** A spreadsheet with a grant whose columns the user has not chosen yet. The account still uses its previous workbook. */
export interface UnmappedSpreadsheet {
  readonly spreadsheetId: string;
  readonly title: string;
  /** Milliseconds since 1970; null if the grant does not expire. */
  readonly endsAt: number | null;
  readonly problem: Report;
}

type SealedSpreadsheet = UnmappedSpreadsheet & { readonly grant: GoogleGrant };

export interface Grants {
  read(accountId: string): Promise<GoogleGrant | null>;
  keep(accountId: string, grant: GoogleGrant): Promise<void>;
  readUnmapped(accountId: string): Promise<SealedSpreadsheet | null>;
  /** Replaces the previous one and revokes its grant. */
  keepUnmapped(accountId: string, unmapped: SealedSpreadsheet, others: readonly string[]): Promise<void>;
  /** Like `forget`, but keeps a grant that the account itself uses now. */
  dropUnmapped(accountId: string, others: readonly string[]): Promise<Forgotten>;
  /** Deletes the grant, and revokes it at Google unless one of the accounts in `others` depends on it. */
  forget(accountId: string, others: readonly string[]): Promise<Forgotten>;
  /** Revoking one grant revokes all of the user's grants for the same client, so this spares clients that other accounts use. */
  discard(grant: GoogleGrant, others: readonly string[]): Promise<Forgotten>;
}

/** Keys in the vault. */
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
    // The owner of a service account deletes its key in Google's console.
    if (grant.kind === 'service-account') return 'none';
    for (const other of others) {
      if (isSameClient(await read(other), grant.client)) return 'shared';
      if (isSameClient((await readUnmapped(other))?.grant ?? null, grant.client)) return 'shared';
    }
    try {
      const auth = await openOAuth(grant.client, place);
      // The library's own call puts the token into the URL, which logs and proxies keep.
      await auth.transporter.request({
        url: place.endpoints.revocation,
        method: 'POST',
        data: new URLSearchParams({ token: grant.refreshToken }),
      });
      return 'revoked';
    } catch (thrown) {
      return failureOf(thrown).reason === 'invalid_token' ? 'revoked' : 'unreachable';
    }
  };

  /** `survivors`: accounts that still use a grant. */
  async function forgetNamed(
    name: string,
    sealed: () => Promise<GoogleGrant | null>,
    survivors: readonly string[],
  ): Promise<Forgotten> {
    let grant: GoogleGrant | null;
    try {
      grant = await sealed();
    } catch {
      // With another vault key, the grant cannot be read.
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
