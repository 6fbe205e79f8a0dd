import { PennyrowError } from '../../platform/errors.ts';
import type { GoogleGrant, OAuthClient } from './grant.ts';

/** The files that Google's console offers for download: https://console.cloud.google.com/apis/credentials */
export function readClientFile(text: string): OAuthClient {
  const file = parsed(text);
  if (isObject(file['web'])) {
    throw wrongFile(
      'input_google_client',
      'This OAuth client is of the kind “Web application”, which Google does not let come back to this machine.',
      'Make one of the kind “Desktop app” and download its file.',
    );
  }
  if (file['type'] === 'service_account') {
    throw wrongFile(
      'input_google_client',
      'This is the key of a service account, not an OAuth client.',
      'Use it with `pennyrow workbook connect google --service-account`.',
    );
  }
  const client = isObject(file['installed']) ? file['installed'] : {};
  const { client_id: clientId, client_secret: clientSecret } = client;
  if (typeof clientId === 'string' && typeof clientSecret === 'string')
    return checkedClient({ clientId, clientSecret });
  throw wrongFile(
    'input_google_client',
    'This is not the file of an OAuth client.',
    'In the Google Cloud console, under Clients, download the JSON file of a client of the kind “Desktop app”.',
  );
}

export function checkedClient(client: OAuthClient): OAuthClient {
  const clientId = client.clientId.trim();
  const clientSecret = client.clientSecret.trim();
  if (/^[\w.-]+$/.test(clientId) && /^[\w.-]+$/.test(clientSecret)) return { clientId, clientSecret };
  throw wrongFile(
    'input_google_client',
    'The id or the secret of the OAuth client has characters that neither can have.',
    'Copy both once more from the Google Cloud console; the id ends in .apps.googleusercontent.com.',
  );
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
  throw wrongFile(
    'input_google_key',
    'This is not the key of a service account.',
    'In the Google Cloud console, open the service account, and under Keys make one as JSON.',
  );
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

function wrongFile(code: 'input_google_client' | 'input_google_key', message: string, remedy: string): PennyrowError {
  return new PennyrowError(code, message, remedy);
}
