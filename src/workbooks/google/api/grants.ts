import type { OAuthClient } from './environment.ts';
import { type GoogleGrant, openOAuth, type Place } from './google-session.ts';
import type { Secrets } from '../../../platform/vault.ts';
import type { Forgotten, Unmapped } from '../../workbook-kind.ts';
import { failureOf } from './failure.ts';

/** A granted spreadsheet whose columns the user has not chosen yet. The account still uses its previous workbook. */
interface SealedSpreadsheet extends Omit<Unmapped, 'address'> {
  readonly spreadsheetId: string;
  readonly title: string;
  readonly grant: GoogleGrant;
}

function nameOf(accountId: string): string {
  return `google-grant/${accountId}`;
}

function unmappedNameOf(accountId: string): string {
  return `google-undecided/${accountId}`;
}

export function createGrants({ secrets, ...place }: { readonly secrets: Secrets } & Place) {
  const read = async (accountId: string): Promise<GoogleGrant | null> => {
    const text = await secrets.read(nameOf(accountId));
    return text === null ? null : (JSON.parse(text) as GoogleGrant);
  };

  const readUnmapped = async (accountId: string): Promise<SealedSpreadsheet | null> => {
    const text = await secrets.read(unmappedNameOf(accountId));
    return text === null ? null : (JSON.parse(text) as SealedSpreadsheet);
  };

  /** Google revokes all of the user's grants for a client at once, so a grant is kept if another account uses the same client. */
  const discard = async (grant: GoogleGrant, others: readonly string[]): Promise<Forgotten> => {
    // Nothing to revoke: the owner of a service account deletes its key in Google's console.
    if (grant.kind === 'service-account') return 'none';
    for (const other of others) {
      if (isSameClient(await read(other), grant.client)) return 'shared';
      if (isSameClient((await readUnmapped(other))?.grant ?? null, grant.client)) return 'shared';
    }
    try {
      const auth = await openOAuth(grant.client, place);
      // Sends the token in the body: the library's own call puts it into the URL, which logs and proxies store.
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

  /** `survivors`: accounts whose grants must remain valid. */
  async function forgetNamed(
    name: string,
    sealed: () => Promise<GoogleGrant | null>,
    survivors: readonly string[],
  ): Promise<Forgotten> {
    let grant: GoogleGrant | null;
    try {
      grant = await sealed();
    } catch {
      // The grant cannot be read, for example with another vault key, so it cannot be revoked.
      return 'unreachable';
    } finally {
      await secrets.remove(name);
    }
    return grant === null ? 'none' : discard(grant, survivors).catch(() => 'unreachable' as const);
  }

  return {
    read,
    keep: (accountId: string, grant: GoogleGrant) => secrets.save(nameOf(accountId), JSON.stringify(grant)),
    readUnmapped,
    /** Stores a spreadsheet whose columns are not chosen yet. Replaces the previous one, and revokes its grant. */
    keepUnmapped: async (accountId: string, unmapped: SealedSpreadsheet, others: readonly string[]) => {
      const before = await readUnmapped(accountId).catch(() => null);
      await secrets.save(unmappedNameOf(accountId), JSON.stringify(unmapped));
      if (before !== null) await discard(before.grant, [accountId, ...others]);
    },
    /** Like `forget`, for the spreadsheet without chosen columns. Does not revoke a grant that the account itself still uses. */
    dropUnmapped: (accountId: string, others: readonly string[]) =>
      forgetNamed(unmappedNameOf(accountId), async () => (await readUnmapped(accountId))?.grant ?? null, [
        accountId,
        ...others,
      ]),
    /** Deletes the grant, and revokes it at Google unless one of the accounts in `others` depends on it. */
    forget: (accountId: string, others: readonly string[]) =>
      forgetNamed(nameOf(accountId), () => read(accountId), others),
    discard,
  };
}

function isSameClient(grant: GoogleGrant | null, { clientId }: OAuthClient): boolean {
  return grant?.kind === 'user' && grant.client.clientId === clientId;
}
