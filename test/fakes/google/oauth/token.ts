import { createHash } from 'node:crypto';
import { GoogleFault } from '../google-error.ts';
import {
  ACCESS_SECONDS,
  TESTING_GRANT_SECONDS,
  type Authority,
  type Caller,
  type Client,
  type Grant,
} from './authority.ts';
import { claimsOf } from './assertion.ts';

export interface TokenEnvironment {
  readonly authority: Authority;
  readonly clock: { now(): number };
  readonly root: string;
  /** Records that the user picked these files for the project at consent. */
  authorizeFiles(project: string, ids: readonly string[]): void;
}

export function oauthFault(status: number, error: string, description?: string): GoogleFault {
  return new GoogleFault(status, { error, ...(description !== undefined && { error_description: description }) });
}

/** POST /token: exchanges an authorization code, a refresh token or a service account's assertion for an access token. */
export function tokenAnswer(form: URLSearchParams, environment: TokenEnvironment): Record<string, unknown> {
  const repeated = [...new Set(form.keys())].find((name) => form.getAll(name).length > 1);
  if (repeated !== undefined)
    throw oauthFault(400, 'invalid_request', `Parameter not allowed more than once: ${repeated}`);
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return byCode(form, environment);
    case 'refresh_token':
      return byRefreshToken(form, environment);
    case 'urn:ietf:params:oauth:grant-type:jwt-bearer':
      return byAssertion(form, environment);
    case null:
      throw oauthFault(400, 'invalid_request', 'Missing required parameter: grant_type');
    default:
      throw oauthFault(400, 'unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type')}`);
  }
}

function byCode(form: URLSearchParams, { authority, authorizeFiles }: TokenEnvironment): Record<string, unknown> {
  const code = given(form, 'code');
  const client = clientOf(form, authority);
  const redirectUri = given(form, 'redirect_uri');
  const pending = authority.takeCode(code);
  if (pending === null)
    throw oauthFault(400, 'invalid_grant', code.startsWith('4/') ? 'Bad Request' : 'Malformed auth code.');
  if (pending.client !== client) throw oauthFault(401, 'unauthorized_client', 'Unauthorized');
  if (pending.redirectUri !== redirectUri) throw oauthFault(400, 'redirect_uri_mismatch', 'Bad Request');
  const verifier = form.get('code_verifier');
  if (verifier === null) throw oauthFault(400, 'invalid_grant', 'Missing code verifier.');
  if (
    !/^[\w.~-]{43,128}$/.test(verifier) ||
    createHash('sha256').update(verifier).digest('base64url') !== pending.challenge
  ) {
    throw oauthFault(400, 'invalid_grant', 'Invalid code verifier.');
  }
  authorizeFiles(client.project, pending.picked);
  const grant = authority.grant(client, pending.scopes);
  return { ...accessAnswer(grant, authority), ...(pending.givesRefreshToken && refreshAnswer(grant)) };
}

function refreshAnswer({ refreshToken, client }: Grant): Record<string, unknown> {
  return { refresh_token: refreshToken, ...(client.isTesting && { refresh_token_expires_in: TESTING_GRANT_SECONDS }) };
}

function byRefreshToken(form: URLSearchParams, { authority }: TokenEnvironment): Record<string, unknown> {
  const refreshToken = given(form, 'refresh_token');
  const client = clientOf(form, authority);
  const grant = authority.liveGrant(refreshToken);
  if (grant === null)
    throw oauthFault(
      400,
      'invalid_grant',
      refreshToken.startsWith('1//') ? 'Token has been expired or revoked.' : 'Bad Request',
    );
  if (grant.client !== client) throw oauthFault(401, 'unauthorized_client', 'Unauthorized');
  return accessAnswer(grant, authority);
}

function accessAnswer(grant: Grant, authority: Authority): Record<string, unknown> {
  const { email, scopes, client } = grant;
  const caller: Caller = { email, project: client.project, scopes, isServiceAccount: false };
  return {
    access_token: authority.issueAccess(caller, grant),
    expires_in: ACCESS_SECONDS,
    scope: [...scopes].join(' '),
    token_type: 'Bearer',
  };
}

function byAssertion(form: URLSearchParams, { authority, clock, root }: TokenEnvironment): Record<string, unknown> {
  const { iss, scope } = claimsOf(given(form, 'assertion'), {
    authority,
    nowMs: clock.now(),
    audiences: [`${root}/token`, 'https://oauth2.googleapis.com/token'],
  });
  const account = authority.serviceAccounts.get(iss);
  if (account === undefined) throw oauthFault(400, 'invalid_grant', 'Invalid grant: account not found');
  const scopes = new Set(scope.split(' ').filter((part) => part !== ''));
  if (scopes.size === 0) throw oauthFault(400, 'invalid_scope', 'Invalid OAuth scope or ID token audience provided.');
  const caller: Caller = { email: account.email, project: account.project, scopes, isServiceAccount: true };
  return { access_token: authority.issueAccess(caller, null), expires_in: ACCESS_SECONDS, token_type: 'Bearer' };
}

function clientOf(form: URLSearchParams, authority: Authority): Client {
  const client = authority.clients.get(given(form, 'client_id'));
  if (client === undefined) throw oauthFault(401, 'invalid_client', 'The OAuth client was not found.');
  if (form.get('client_secret') === null) throw oauthFault(400, 'invalid_request', 'client_secret is missing.');
  if (form.get('client_secret') !== client.clientSecret) throw oauthFault(401, 'invalid_client', 'Unauthorized');
  return client;
}

function given(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (value === null || value === '') throw oauthFault(400, 'invalid_request', `Missing required parameter: ${name}`);
  return value;
}

/** POST /revoke. */
export function revokeAnswer(form: URLSearchParams, authority: Authority): Record<string, unknown> {
  if (!authority.revoke(given(form, 'token'))) throw oauthFault(400, 'invalid_token', 'Token expired or revoked');
  return {};
}
