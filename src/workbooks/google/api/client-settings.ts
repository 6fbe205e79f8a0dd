import { type PennyrowError, createError } from '../../../platform/errors.ts';
import type { Secrets } from '../../../platform/vault.ts';
import type { OAuthClient } from './environment.ts';
import type { RegisteredAs } from '../../workbook-kind.ts';
import type { GoogleGrant } from './google-session.ts';

type ChosenClient = OAuthClient & Pick<RegisteredAs, 'from' | 'replaces'>;

const NAME = 'google-client';

export function createClientSettings(
  secrets: Secrets,
  given: Readonly<Record<'environment' | 'package', OAuthClient | null>>,
) {
  /** The environment's client, else the user's, else the package's. */
  const find = async (): Promise<ChosenClient | null> => {
    if (given.environment !== null) return { ...given.environment, from: 'environment' };
    const text = await secrets.read(NAME);
    if (text === null) return given.package === null ? null : { ...given.package, from: 'package' };
    const entered = { ...(JSON.parse(text) as OAuthClient), from: 'settings' } as const;
    return given.package === null ? entered : { ...entered, replaces: 'package' };
  };
  return {
    find,
    need: async (): Promise<OAuthClient> => {
      const found = await find();
      if (found === null) throw createError('workbook_google_no_client', {});
      return { clientId: found.clientId, clientSecret: found.clientSecret };
    },
    set: ({ clientId, clientSecret }: OAuthClient) => secrets.save(NAME, JSON.stringify({ clientId, clientSecret })),
    remove: () => secrets.remove(NAME),
  };
}

export function readClientFile(text: string): OAuthClient {
  const file = parsed(text);
  if (isObject(file['web'])) throw wrongClient('web');
  if (file['type'] === 'service_account') throw wrongClient('key');
  const client = isObject(file['installed']) ? file['installed'] : {};
  const { client_id: clientId, client_secret: clientSecret } = client;
  if (typeof clientId === 'string' && typeof clientSecret === 'string')
    return checkedClient({ clientId, clientSecret });
  throw wrongClient('other');
}

export function checkedClient(client: OAuthClient): OAuthClient {
  const clientId = client.clientId.trim();
  const clientSecret = client.clientSecret.trim();
  if (/^[\w.-]+$/.test(clientId) && /^[\w.-]+$/.test(clientSecret)) return { clientId, clientSecret };
  throw wrongClient('characters');
}

export function readServiceAccountKey(text: string): GoogleGrant & { readonly kind: 'service-account' } {
  const { type, client_email: email, private_key: privateKey } = parsed(text);
  if (
    type === 'service_account' &&
    typeof email === 'string' &&
    typeof privateKey === 'string' &&
    privateKey.includes('PRIVATE KEY')
  ) {
    return { kind: 'service-account', email, privateKey };
  }
  throw createError('input_google_key', {});
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isObject(value) ? value : {};
  } catch {
    // Drops the parser's message, because it quotes the file, which contains a secret.
    return {};
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrongClient(reason: 'characters' | 'key' | 'web' | 'other'): PennyrowError {
  return createError('input_google_client', { reason });
}
