import type { StoredFile } from '../files.ts';
import { GoogleFault } from '../google-error.ts';
import type { Authority, Client } from './authority.ts';

const DRIVE_FILE = 'https://www.googleapis.com/auth/drive.file';
const KNOWN = new Set([
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'access_type',
  'state',
  'prompt',
  'code_challenge',
  'code_challenge_method',
  'trigger_onepick',
  'mimetypes',
  'file_ids',
  'allow_multiple',
]);
const SCOPES = /^(https:\/\/www\.googleapis\.com\/auth\/[\w.]+|openid|email|profile)$/;

/** The permissions that an application requests from a user. */
export interface Ask {
  readonly client: Client;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string | null;
  readonly challenge: string;
  readonly isOffline: boolean;
  readonly forcesConsent: boolean;
  /** Null if the page offers no files to pick. */
  readonly picker: Picker | null;
}

interface Picker {
  readonly allowsMultiple: boolean;
  readonly mimeTypes: readonly string[] | null;
  readonly fileIds: readonly string[] | null;
}

/** An error page for the user. As at Google, the application gets no redirect. */
export function authorizationFault(status: number, error: string, detail: string): GoogleFault {
  const page = `<!DOCTYPE html>\n<html lang="en"><meta charset="utf-8"><title>Error ${status}: ${error}</title><h1>Access blocked: Authorization Error</h1><p>Error ${status}: ${error}</p><p>${escaped(detail)}</p></html>\n`;
  return new GoogleFault(status, page);
}

/** Parses and checks the address of the consent page. Throws an error page if it is invalid. */
export function askOf(search: URLSearchParams, authority: Authority): Ask {
  const refuse = (detail: string, error = 'invalid_request'): never => {
    throw authorizationFault(400, error, detail);
  };
  for (const name of new Set(search.keys())) {
    if (search.getAll(name).length > 1) refuse(`Parameter not allowed more than once: ${name}`);
    if (!KNOWN.has(name)) refuse(`Parameter not allowed for this message type: ${name}`);
  }
  const need = (name: string): string => search.get(name) || refuse(`Required parameter is missing: ${name}`);
  const client = authority.clients.get(need('client_id'));
  if (client === undefined) throw authorizationFault(401, 'invalid_client', 'The OAuth client was not found.');
  const redirectUri = need('redirect_uri');
  if (!isLoopback(redirectUri))
    refuse(
      `You can't sign in to this app because it doesn't comply with Google's OAuth 2.0 policy. redirect_uri=${redirectUri}`,
      'redirect_uri_mismatch',
    );
  if (need('response_type') !== 'code') refuse('Invalid response_type', 'unsupported_response_type');
  const scopes = need('scope').split(' ');
  const unknown = scopes.filter((scope) => !SCOPES.test(scope));
  if (unknown.length > 0)
    refuse(`Some requested scopes were invalid. {invalid=[${unknown.join(', ')}]}`, 'invalid_scope');
  // The fake requires PKCE, which Google only recommends.
  const challenge = need('code_challenge');
  if (search.get('code_challenge_method') !== 'S256') refuse('code_challenge_method must be S256');
  if (!/^[\w-]{43}$/.test(challenge)) refuse('Invalid code_challenge');
  oneOf(search, 'access_type', ['online', 'offline'], refuse);
  const prompts = (search.get('prompt') ?? '').split(' ').filter((prompt) => prompt !== '');
  if (prompts.some((prompt) => !['none', 'consent', 'select_account'].includes(prompt))) refuse('Invalid prompt');
  const picker = pickerOf(search, scopes, prompts.includes('consent'), refuse);
  return {
    client,
    redirectUri,
    scopes,
    state: search.get('state'),
    challenge,
    isOffline: search.get('access_type') === 'offline',
    forcesConsent: prompts.includes('consent'),
    picker,
  };
}

type Refuse = (detail: string) => never;

function oneOf(search: URLSearchParams, name: string, values: readonly string[], refuse: Refuse): void {
  const value = search.get(name);
  if (value !== null && !values.includes(value)) refuse(`Invalid parameter value for ${name}: '${value}'`);
}

function pickerOf(
  search: URLSearchParams,
  scopes: readonly string[],
  forcesConsent: boolean,
  refuse: Refuse,
): Picker | null {
  for (const name of ['trigger_onepick', 'allow_multiple']) oneOf(search, name, ['true', 'false'], refuse);
  if (search.get('trigger_onepick') !== 'true') {
    const alone = ['mimetypes', 'file_ids', 'allow_multiple'].find((name) => search.has(name));
    return alone === undefined ? null : refuse(`${alone} needs trigger_onepick=true`);
  }
  if (scopes.length !== 1 || scopes[0] !== DRIVE_FILE) refuse('trigger_onepick needs drive.file as the only scope');
  if (!forcesConsent) refuse('trigger_onepick needs prompt=consent');
  const list = (name: string): string[] | null =>
    search
      .get(name)
      ?.split(',')
      .filter((part) => part !== '') ?? null;
  const mimeTypes = list('mimetypes');
  if (mimeTypes?.some((type) => !/^[\w.+-]+\/[\w.+-]+$/.test(type)) === true) refuse('Invalid mimetypes');
  return { allowsMultiple: search.get('allow_multiple') === 'true', mimeTypes, fileIds: list('file_ids') };
}

/** Desktop clients may use any local port as the redirect address, and no other address. */
function isLoopback(address: string): boolean {
  return URL.canParse(address) && /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?(\/[^#]*)?$/.test(address);
}

/** The files that the page offers to pick. */
export function offered(
  files: readonly StoredFile[],
  { mimeTypes, fileIds }: Picker,
  mimeType: string,
  email: string,
): readonly StoredFile[] {
  if (mimeTypes !== null && !mimeTypes.includes(mimeType)) return [];
  return files.filter(
    (file) =>
      !file.isTrashed &&
      (file.owner === email || file.shares.has(email)) &&
      (fileIds === null || fileIds.includes(file.id)),
  );
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
