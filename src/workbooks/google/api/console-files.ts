import { problem } from '../../../messages/problem.ts';
import { PennyrowError } from '../../../platform/errors.ts';
import type { GoogleGrant, OAuthClient } from './grant.ts';

/** The files that Google's console offers for download: https://console.cloud.google.com/apis/credentials */
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
  throw new PennyrowError(problem('input_google_key', {}));
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isObject(value) ? value : {};
  } catch {
    // The parser's words would quote the file, which holds a secret.
    return {};
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrongClient(reason: 'characters' | 'key' | 'web' | 'other'): PennyrowError {
  return new PennyrowError(problem('input_google_client', { reason }));
}
