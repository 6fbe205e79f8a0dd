import { problem } from '../../../messages/problem.ts';
import { PennyrowError } from '../../../platform/errors.ts';
import { isLoopbackHost } from '../../../platform/loopback-host.ts';
import { endpointsAt, GOOGLE, type GoogleEndpoints } from './endpoints.ts';
import type { OAuthClient } from './grant.ts';

/** Settings from the environment. */
export interface GoogleEnvironment {
  /** The OAuth client that new connections are made with; null for the one that a person set. */
  readonly client: OAuthClient | null;
  readonly endpoints: GoogleEndpoints;
  /** The address of a stand-in for Google on this machine; null for Google itself. */
  readonly standIn: string | null;
}

/**
 * Reads PENNYROW_GOOGLE_CLIENT_ID and _CLIENT_SECRET, which win over what a person set, and _URL.
 *
 * @throws PennyrowError config_google_client, config_google_url
 */
export function readEnvironment(environment: Readonly<Record<string, string>>): GoogleEnvironment {
  const standIn = readStandIn(environment['PENNYROW_GOOGLE_URL']);
  return {
    client: readClient(environment['PENNYROW_GOOGLE_CLIENT_ID'], environment['PENNYROW_GOOGLE_CLIENT_SECRET']),
    endpoints: standIn === null ? GOOGLE : endpointsAt(standIn),
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
  throw new PennyrowError(problem('config_google_client', { set, missing }));
}

/** Grants and rows would go there: nothing but this machine is taken. */
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
  throw new PennyrowError(problem('config_google_url', {}));
}
