import type { Environment } from '../api.ts';
import { SPREADSHEET_MIME } from '../drive.ts';
import { htmlAnswer, jsonAnswer, redirect, type Answer } from '../sending.ts';
import { askOf, authorizationFault, offered, type Ask } from './authorization.ts';
import { PERSON } from './authority.ts';
import type { ConsentDouble } from './consent.ts';
import { consentPage } from './consent-page.ts';
import { oauthFault, revokeAnswer, tokenAnswer } from './token.ts';

interface OauthRequest {
  readonly name: string;
  readonly url: URL;
  readonly text: string;
  readonly contentType: string;
}

interface OauthEnvironment extends Environment {
  readonly root: string;
  readonly consent: ConsentDouble;
}

const CALLS: Readonly<Record<string, string>> = {
  'GET /o/oauth2/v2/auth': 'oauth.authorize',
  'POST /o/oauth2/v2/auth/decision': 'oauth.decide',
  'POST /token': 'oauth.token',
  'POST /revoke': 'oauth.revoke',
};

export function oauthCall(method: string, pathname: string): string | null {
  return CALLS[`${method} ${pathname}`] ?? null;
}

export function oauthAnswer(request: OauthRequest, environment: OauthEnvironment): Answer {
  const { authority, files } = environment;
  if (request.name === 'oauth.authorize') return authorizeAnswer(request.url.searchParams, environment);
  if (request.text !== '' && !/^application\/x-www-form-urlencoded\b/.test(request.contentType))
    throw oauthFault(400, 'invalid_request', `Unsupported content with type: ${request.contentType}`);
  const form = new URLSearchParams(request.text);
  if (request.name === 'oauth.decide') return decisionAnswer(form, environment);
  if (request.name === 'oauth.revoke') {
    // Stricter than Google: rejects a token in the query, because logs and proxies store addresses.
    if (request.url.search !== '') throw oauthFault(400, 'invalid_request', 'A token to revoke belongs into the body.');
    return jsonAnswer(revokeAnswer(form, authority), true);
  }
  const authorizeFiles = (project: string, ids: readonly string[]): void => {
    for (const id of ids) files.get(id)?.apps.add(project);
  };
  return jsonAnswer(tokenAnswer(form, { ...environment, authorizeFiles }), true);
}

function authorizeAnswer(search: URLSearchParams, { authority, files }: OauthEnvironment): Answer {
  const ask = askOf(search, authority);
  const choices = ask.picker === null ? null : offered(files.all(), ask.picker, SPREADSHEET_MIME, PERSON);
  return htmlAnswer(consentPage(ask, [...search], choices));
}

/** Handles the buttons of the consent page. */
function decisionAnswer(form: URLSearchParams, { authority, files, consent }: OauthEnvironment): Answer {
  const decision = form.get('decision');
  const picked = form.getAll('pick');
  form.delete('decision');
  form.delete('pick');
  const ask = askOf(form, authority);
  if (decision !== 'allow') return back(ask, { error: 'access_denied' });
  const choices =
    ask.picker === null ? [] : offered(files.all(), ask.picker, SPREADSHEET_MIME, PERSON).map(({ id }) => id);
  const wrong = picked.find((id) => !choices.includes(id));
  if (wrong !== undefined) throw authorizationFault(400, 'invalid_request', `The page offers no file ${wrong}`);
  if (picked.length > 1 && ask.picker?.allowsMultiple !== true)
    throw authorizationFault(400, 'invalid_request', 'Only one file can be picked.');
  const code = authority.issueCode({
    client: ask.client,
    redirectUri: ask.redirectUri,
    challenge: ask.challenge,
    scopes: new Set(ask.scopes),
    givesRefreshToken: ask.isOffline && ask.forcesConsent && consent.givesRefreshToken,
    picked,
  });
  return back(ask, {
    code,
    scope: ask.scopes.join(' '),
    authuser: '0',
    prompt: 'consent',
    ...(picked.length > 0 && { picked_file_ids: picked.join(',') }),
  });
}

function back({ redirectUri, state }: Ask, answer: Readonly<Record<string, string>>): Answer {
  const url = new URL(redirectUri);
  if (state !== null) url.searchParams.set('state', state);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  return redirect(url.href);
}
