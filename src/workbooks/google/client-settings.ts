import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { OAuthClient } from './grant.ts';

/** The OAuth client that new connections are made with; each grant keeps the one that it was given to. */
export interface ClientSettings {
  /** The environment's, else what was set; null when there is neither. */
  find(): Promise<(OAuthClient & { readonly from: 'environment' | 'settings' }) | null>;
  /** Throws `workbook_google_no_client`. */
  need(): Promise<OAuthClient>;
  set(client: OAuthClient): Promise<void>;
  remove(): Promise<void>;
}

/** In the vault. */
const NAME = 'google-client';

export function createClientSettings(secrets: Secrets, fromEnvironment: OAuthClient | null): ClientSettings {
  const find: ClientSettings['find'] = async () => {
    if (fromEnvironment !== null) return { ...fromEnvironment, from: 'environment' };
    const text = await secrets.read(NAME);
    return text === null ? null : { ...(JSON.parse(text) as OAuthClient), from: 'settings' };
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
