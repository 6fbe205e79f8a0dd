import { createError } from '../../../platform/errors.ts';
import { isLoopbackHost } from '../../../platform/config.ts';

/** Reads PENNYROW_GOOGLE_CLIENT_ID, _CLIENT_SECRET and _URL. @throws PennyrowError config_google_client, config_google_url */
export function readEnvironment(environment: Readonly<Record<string, string>>) {
  const standIn = readStandIn(environment['PENNYROW_GOOGLE_URL']);
  return {
    client: readClient(environment['PENNYROW_GOOGLE_CLIENT_ID'], environment['PENNYROW_GOOGLE_CLIENT_SECRET']),
    endpoints: standIn === null ? GOOGLE : endpointsAt(standIn),
    /** Address of a local fake of Google; null for Google itself. */
    standIn,
  };
}

function readClient(clientId: string | undefined, clientSecret: string | undefined): OAuthClient | null {
  if (clientId === undefined && clientSecret === undefined) return null;
  if (clientId !== undefined && clientSecret !== undefined)
    return { clientId: clientId.trim(), clientSecret: clientSecret.trim() };
  const [set, missing] =
    clientId === undefined
      ? ['PENNYROW_GOOGLE_CLIENT_SECRET', 'PENNYROW_GOOGLE_CLIENT_ID']
      : ['PENNYROW_GOOGLE_CLIENT_ID', 'PENNYROW_GOOGLE_CLIENT_SECRET'];
  throw createError('config_google_client', { set, missing });
}

/** Grants and rows are sent to this address, so only loopback addresses are allowed. */
function readStandIn(text: string | undefined): string | null {
  if (text === undefined) return null;
  const url = URL.parse(text);
  if (
    url?.protocol === 'http:' &&
    isLoopbackHost(url.host) &&
    url.username === '' &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === ''
  )
    return url.origin;
  throw createError('config_google_url', {});
}

/** Google's base URLs without a trailing slash. Tests and the demo replace them with a local fake. */
export type GoogleEndpoints = Readonly<Record<'authorization' | 'token' | 'revocation' | 'sheets' | 'drive', string>>;

export const GOOGLE: GoogleEndpoints = {
  authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  revocation: 'https://oauth2.googleapis.com/revoke',
  sheets: 'https://sheets.googleapis.com',
  drive: 'https://www.googleapis.com',
};

export function endpointsAt(root: string): GoogleEndpoints {
  return {
    authorization: `${root}/o/oauth2/v2/auth`,
    token: `${root}/token`,
    revocation: `${root}/revoke`,
    sheets: root,
    drive: root,
  };
}

/** An OAuth client of the type "desktop app". */
export interface OAuthClient {
  readonly clientId: string;
  /** Google does not treat it as confidential for desktop clients; Pennyrow encrypts it anyway. */
  readonly clientSecret: string;
}
