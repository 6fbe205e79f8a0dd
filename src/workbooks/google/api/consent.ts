import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import { problem, problemOf } from '../../../messages/problem.ts';
import { PennyrowError } from '../../../platform/errors.ts';
import type { Sleep } from '../../../platform/sleep.ts';
import type { WorkbookContext } from '../../workbook-kind.ts';
import type { GoogleEndpoints } from './endpoints.ts';
import { DRIVE_FILE_SCOPE, openOAuth } from './google-session.ts';
import type { GoogleGrant, OAuthClient } from './grant.ts';
import { readRedirect, type ConsentTarget, type Redirect, denied, refused } from './redirect.ts';
import { listenForRedirect, type Shown } from './redirect-listener.ts';
import type { Credentials, OAuth2Client } from 'google-auth-library';
import { waitBeforeRetry } from './backoff.ts';
import { failureOf, type Failure } from './failure.ts';
import { tokenError } from './google-errors.ts';

/** One question to a person by way of Google's page. Ends on its own after ten minutes. */
export interface Consent {
  /** Google's page, for any browser. */
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** The grant and what was picked; rejects with a PennyrowError `workbook_consent_…` or one of Google's client. */
  readonly granted: Promise<Granted>;
  /** The address of the page that could not be reached, from a browser on another machine. Throws when it is not Google's answer. */
  receive(address: string): void;
  /** Nothing is listened for any longer; `granted` rejects if it was still open. */
  end(): void;
}

export interface Granted {
  readonly grant: GoogleGrant;
  /** When it ends on its own, in milliseconds since 1970: after a week while the OAuth client is in testing mode. */
  readonly endsAt: number | null;
  readonly picked: readonly string[];
}

export interface ConsentOptions {
  readonly client: OAuthClient;
  readonly target: ConsentTarget;
  readonly endpoints: GoogleEndpoints;
  readonly closed?: AbortSignal;
  readonly clock: Clock;
  readonly sleep: Sleep;
  readonly page: WorkbookContext['page'];
}

/** Enough to sign in and to look for the spreadsheet; a page forgotten in a tab does not stay open for ever. */
const LONGEST_MS = 10 * 60_000;

export async function beginConsent({
  client,
  target,
  endpoints,
  closed,
  clock,
  sleep,
  page,
}: ConsentOptions): Promise<Consent> {
  const state = randomBytes(32).toString('base64url');
  const { promise: granted, resolve, reject } = Promise.withResolvers<Granted>();
  // The caller that began may be gone before anyone waits.
  granted.catch(() => undefined);
  const ended = new AbortController();
  let isAnswered = false;
  let wrongAnswer: PennyrowError | null = null;

  const auth = await openOAuth(client, { endpoints, closed });
  const { CodeChallengeMethod } = await import('google-auth-library');
  const { codeVerifier, codeChallenge } = await auth.generateCodeVerifierAsync();
  const listener = await listenForRedirect(redirected, page);
  ended.signal.addEventListener('abort', () => listener.close());

  function redirected(parameters: URLSearchParams): Shown {
    if (isAnswered) return { status: 200, said: problem('workbook_consent_answered', {}) };
    const redirect = readRedirect(parameters, state, target);
    take(redirect);
    return redirect.kind === 'code'
      ? { status: 200, said: problem('workbook_consent_received', {}) }
      : { status: 400, said: problemOf(redirect.error) };
  }

  function take(redirect: Redirect): void {
    if (redirect.kind === 'foreign') {
      wrongAnswer = redirect.error;
      return;
    }
    isAnswered = true;
    if (redirect.kind === 'refused') reject(redirect.error);
    else resolve(exchange(redirect.code, redirect.picked));
  }

  async function exchange(code: string, picked: readonly string[]): Promise<Granted> {
    const { refreshToken, livesSeconds } = await exchangeCode(
      auth,
      { code, codeVerifier, redirectUri: listener.redirectUri },
      sleep,
    );
    return {
      grant: { kind: 'user', client, refreshToken },
      endsAt: livesSeconds === null ? null : clock.now() + livesSeconds * 1000,
      picked,
    };
  }

  sleep(LONGEST_MS, ended.signal).then(
    () => {
      if (isAnswered) return;
      reject(wrongAnswer ?? timedOut());
      ended.abort();
    },
    () => undefined,
  );

  return {
    url: auth.generateAuthUrl({
      access_type: 'offline',
      prompt: 'consent',
      scope: DRIVE_FILE_SCOPE,
      redirect_uri: listener.redirectUri,
      state,
      code_challenge: codeChallenge as string,
      code_challenge_method: CodeChallengeMethod.S256,
      ...pickParameters(target),
    }),
    expiresAt: clock.now() + LONGEST_MS,
    granted,
    receive: (address) => {
      if (isAnswered || ended.signal.aborted) throw over();
      const redirect = readRedirect(parametersOf(address), state, target);
      if (redirect.kind === 'foreign') throw redirect.error;
      take(redirect);
    },
    end: () => {
      if (!isAnswered) reject(cancelled());
      isAnswered = true;
      ended.abort();
    },
  };
}

/** Google's file picker as a part of its question: https://developers.google.com/workspace/drive/picker/guides/overview-desktop */
function pickParameters(target: ConsentTarget): Readonly<Record<string, string>> {
  if (target.kind === 'new') return {};
  const pick = { trigger_onepick: 'true', mimetypes: 'application/vnd.google-apps.spreadsheet' };
  return target.kind === 'existing' ? pick : { ...pick, file_ids: target.spreadsheetId };
}

/** People copy with quotes and line breaks, or only what follows the question mark. */
function parametersOf(address: string): URLSearchParams {
  const text = address.replaceAll(/\s/g, '').replace(/^["'<]+|["'>]+$/g, '');
  const parameters = URL.parse(text)?.searchParams ?? new URLSearchParams(text.replace(/^.*\?/, ''));
  if (parameters.has('state')) return parameters;
  throw new PennyrowError(problem('workbook_consent_address', {}));
}

function timedOut(): PennyrowError {
  return new PennyrowError(problem('workbook_consent_timeout', {}));
}

function cancelled(): PennyrowError {
  return new PennyrowError(problem('workbook_consent_cancelled', {}));
}

function over(): PennyrowError {
  return new PennyrowError(problem('workbook_consent_over', {}));
}

interface Exchange {
  readonly code: string;
  readonly codeVerifier: string;
  readonly redirectUri: string;
}

/** The grant that the code was exchanged for. */
interface Exchanged {
  readonly refreshToken: string;
  /** Seconds until the grant dies on its own, as with a client in testing mode; null: it does not. */
  readonly livesSeconds: number | null;
}

/**
 * The refresh token for the code that Google's redirect brought. A code is good for one attempt, so that only
 * what certainly never reached Google is tried again.
 */
async function exchangeCode(
  auth: OAuth2Client,
  { code, codeVerifier, redirectUri }: Exchange,
  sleep: Sleep,
): Promise<Exchanged> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { tokens } = await auth.getToken({ code, codeVerifier, redirect_uri: redirectUri });
      return exchanged(tokens);
    } catch (thrown) {
      if (thrown instanceof PennyrowError) throw thrown;
      const failure = failureOf(thrown);
      const wait = failure.neverSent ? waitBeforeRetry(failure, attempt, Math.random) : null;
      if (wait === null) throw exchangeError(failure);
      await sleep(wait);
    }
  }
}

function exchanged({ refresh_token: refreshToken, scope, ...rest }: Credentials): Exchanged {
  // The person may take the tick off.
  if (scope !== undefined && !scope.split(' ').includes(DRIVE_FILE_SCOPE)) throw denied();
  // Missing in the library's type; https://developers.google.com/identity/protocols/oauth2/native-app names it.
  const { refresh_token_expires_in: seconds } = rest as { readonly refresh_token_expires_in?: unknown };
  const livesSeconds = typeof seconds === 'number' && seconds > 0 ? seconds : null;
  if (typeof refreshToken === 'string' && refreshToken !== '') return { refreshToken, livesSeconds };
  throw new PennyrowError(problem('workbook_consent_no_refresh_token', {}));
}

function exchangeError(failure: Failure): PennyrowError {
  if (['invalid_client', 'unauthorized_client', 'deleted_client', 'disabled_client'].includes(failure.reason)) {
    return new PennyrowError(problem('workbook_google_client', { reason: failure.reason }));
  }
  if (failure.status === 400) return refused('code', failure.reason);
  return tokenError(failure, { serviceAccount: null }).error;
}
