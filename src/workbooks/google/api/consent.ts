import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import { problem, problemOf } from '../../../messages/problem.ts';
import { createError, PennyrowError } from '../../../platform/errors.ts';
import type { Sleep } from '../../../platform/sleep.ts';
import type { WorkbookContext } from '../../workbook-kind.ts';
import type { GoogleEndpoints, OAuthClient } from './environment.ts';
import { DRIVE_FILE_SCOPE, openOAuth, type GoogleGrant } from './google-session.ts';
import {
  readRedirect,
  type ConsentTarget,
  type Redirect,
  consentFailed,
  denied,
  refused,
  listenForRedirect,
  type Shown,
} from './redirect.ts';
import type { Credentials, OAuth2Client } from 'google-auth-library';
import { waitBeforeRetry } from './backoff.ts';
import { failureOf, type Failure } from './failure.ts';
import { tokenError } from './google-errors.ts';

export type Consent = Awaited<ReturnType<typeof beginConsent>>;

interface Granted {
  readonly grant: GoogleGrant;
  /** Milliseconds since 1970; null if the grant does not expire. Grants of clients in testing mode expire after a week. */
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

/** Enough time to sign in and pick the spreadsheet. */
const LONGEST_MS = 10 * 60_000;

export async function beginConsent({ client, target, endpoints, closed, clock, sleep, page }: ConsentOptions) {
  const state = randomBytes(32).toString('base64url');
  const { promise: granted, resolve, reject } = Promise.withResolvers<Granted>();
  // Prevents an unhandled rejection if the caller no longer waits for the grant.
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
    if (isAnswered) return { status: 200, problem: problem('workbook_consent_answered', {}) };
    const redirect = readRedirect(parameters, state, target);
    take(redirect);
    return redirect.kind === 'code'
      ? { status: 200, problem: problem('workbook_consent_received', {}) }
      : { status: 400, problem: problemOf(redirect.error) };
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
      { code, codeVerifier, redirect_uri: listener.redirectUri },
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
      reject(wrongAnswer ?? createError('workbook_consent_timeout', {}));
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
    /** Rejects with a PennyrowError `workbook_consent_…` or an error of Google's client. */
    granted,
    /** Accepts the redirect address from a browser on another machine. Throws if it is not Google's answer. */
    receive: (address: string): void => {
      if (isAnswered || ended.signal.aborted) throw consentFailed('other');
      const redirect = readRedirect(parametersOf(address), state, target);
      if (redirect.kind === 'foreign') throw redirect.error;
      take(redirect);
    },
    end: (): void => {
      if (!isAnswered) reject(createError('workbook_consent_cancelled', {}));
      isAnswered = true;
      ended.abort();
    },
  };
}

/** Adds Google's file picker to the consent: https://developers.google.com/workspace/drive/picker/guides/overview-desktop */
function pickParameters(target: ConsentTarget): Readonly<Record<string, string>> {
  if (target.kind === 'new') return {};
  const pick = { trigger_onepick: 'true', mimetypes: 'application/vnd.google-apps.spreadsheet' };
  return target.spreadsheetId === undefined ? pick : { ...pick, file_ids: target.spreadsheetId };
}

/** Accepts the address as users copy it: in quotes, with line breaks, or only the part after the question mark. */
function parametersOf(address: string): URLSearchParams {
  const text = address.replaceAll(/\s/g, '').replace(/^["'<]+|["'>]+$/g, '');
  const parameters = URL.parse(text)?.searchParams ?? new URLSearchParams(text.replace(/^.*\?/, ''));
  if (parameters.has('state')) return parameters;
  throw consentFailed('address');
}

/** Google accepts a code once, so this retries only requests that certainly never reached Google. */
async function exchangeCode(
  auth: OAuth2Client,
  request: { readonly code: string; readonly codeVerifier: string; readonly redirect_uri: string },
  sleep: Sleep,
): Promise<ReturnType<typeof exchanged>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { tokens } = await auth.getToken(request);
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

/** `livesSeconds`: seconds until the grant expires; null if it does not. */
function exchanged({ refresh_token: refreshToken, scope, ...rest }: Credentials) {
  if (scope !== undefined && !scope.split(' ').includes(DRIVE_FILE_SCOPE)) throw denied();
  // Missing in the library's type; see https://developers.google.com/identity/protocols/oauth2/native-app
  const { refresh_token_expires_in: seconds } = rest as { readonly refresh_token_expires_in?: unknown };
  const livesSeconds = typeof seconds === 'number' && seconds > 0 ? seconds : null;
  if (typeof refreshToken === 'string' && refreshToken !== '') return { refreshToken, livesSeconds };
  throw createError('workbook_consent_no_refresh_token', {});
}

function exchangeError(failure: Failure): PennyrowError {
  if (['invalid_client', 'unauthorized_client', 'deleted_client', 'disabled_client'].includes(failure.reason))
    return createError('workbook_google_client', { reason: failure.reason });
  if (failure.status === 400) return refused('code', failure.reason);
  return tokenError(failure, { serviceAccount: null });
}
