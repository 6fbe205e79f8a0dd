import { problem } from '../../../messages/problem.ts';
import { PennyrowError } from '../../../platform/errors.ts';
import type { Secrets } from '../../../platform/vault.ts';
import type { OAuthClient } from './grant.ts';

/** An OAuth client and where it is from. `replaces`: which one is used again when it is removed. */
export type ChosenClient = OAuthClient &
  (
    | { readonly from: 'environment' | 'package'; readonly replaces?: never }
    | { readonly from: 'settings'; readonly replaces?: 'package' }
  );

/** The OAuth client that new connections are made with; each grant keeps the one that it was given to. */
export interface ClientSettings {
  /** The environment's, else what was set, else the package's; null when there is none of them. */
  find(): Promise<ChosenClient | null>;
  /** Throws `workbook_google_no_client`. */
  need(): Promise<OAuthClient>;
  set(client: OAuthClient): Promise<void>;
  remove(): Promise<void>;
}

/** Clients that nobody entered. */
export interface GivenClients {
  readonly environment: OAuthClient | null;
  readonly package: OAuthClient | null;
}

/** In the vault. */
const NAME = 'google-client';

export function createClientSettings(secrets: Secrets, given: GivenClients): ClientSettings {
  const find: ClientSettings['find'] = async () => {
    if (given.environment !== null) return { ...given.environment, from: 'environment' };
    const text = await secrets.read(NAME);
    if (text === null) return given.package === null ? null : { ...given.package, from: 'package' };
    const entered = { ...(JSON.parse(text) as OAuthClient), from: 'settings' } as const;
    return given.package === null ? entered : { ...entered, replaces: 'package' };
  };
  return {
    find,
    need: async () => {
      const found = await find();
      if (found === null) throw noClient();
      return { clientId: found.clientId, clientSecret: found.clientSecret };
    },
    set: ({ clientId, clientSecret }) => secrets.save(NAME, JSON.stringify({ clientId, clientSecret })),
    remove: () => secrets.remove(NAME),
  };
}

function noClient(): PennyrowError {
  return new PennyrowError(problem('workbook_google_no_client', {}));
}
