import type { OAuth2Client } from 'google-auth-library';
import { CUT_OFF, type Failure, failureOf, isPage, refusedAnswer, unusableAnswer, WEB_PAGE } from './failure.ts';
import { tokenError, type Grantee } from './google-errors.ts';
import type { GoogleEndpoints } from './endpoints.ts';
import type { GoogleGrant, OAuthClient } from './grant.ts';
import type { Payer } from './quota.ts';
import { waitBeforeRetry } from './backoff.ts';
import type { Sleep } from '../../../platform/sleep.ts';
import type { PennyrowError } from '../../../platform/errors.ts';

/** Alone enough for spreadsheets that Pennyrow made or that a person picked for it. */
export const DRIVE_FILE_SCOPE = 'https://www.googleapis.com/auth/drive.file';

/** A service account has no picker, and sees nothing but what is shared with its address. */
const SERVICE_ACCOUNT_SCOPES = [
  'https://www.googleapis.com/auth/spreadsheets',
  'https://www.googleapis.com/auth/drive.metadata.readonly',
];

/** Tokens are small. With its one repetition this is less than a person waits for a silent Google, see `silence.ts`. */
const TOKEN_TIMEOUT_MS = 15_000;

/** One grant with its access token, which lives an hour and is shared by all requests. */
export interface GoogleSession {
  /** The library's; its token is good after `authorise`. */
  readonly auth: OAuth2Client;
  readonly grantee: Grantee;
  /** Fetches an access token when there is none that is still good. Throws what `tokenError` makes. */
  authorise(signal?: AbortSignal): Promise<void>;
  /** Google took the token no more, whatever its age. */
  expire(): void;
}

/** Google's endpoints. `closed` ends the wait for an answer about a permission. */
export interface Place {
  readonly endpoints: GoogleEndpoints;
  readonly closed?: AbortSignal | undefined;
}

export interface SessionOptions extends Place {
  readonly sleep: Sleep;
  readonly random: () => number;
  /** The grant is dead, and only a person can bring a new one. */
  readonly onLost: (error: PennyrowError) => void;
  readonly onRetry?: OnRetry | undefined;
}

/** For a caller that waits, to say why; `milliseconds`: until the next attempt. */
export type OnRetry = (failure: Failure, milliseconds: number) => void;

export async function openSession(
  grant: GoogleGrant,
  { sleep, random, onLost, onRetry, ...place }: SessionOptions,
): Promise<GoogleSession> {
  const auth = grant.kind === 'user' ? await userAuth(grant, place) : await serviceAccountAuth(grant, place);
  const grantee: Grantee = { serviceAccount: grant.kind === 'service-account' ? grant.email : null };

  async function authorise(signal?: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      try {
        await unlessAborted(auth.getAccessToken(), signal);
        return;
      } catch (thrown) {
        signal?.throwIfAborted();
        const failure = failureOf(thrown);
        const wait = waitBeforeRetry(failure, attempt, random);
        if (wait !== null) {
          onRetry?.(failure, wait);
          await sleep(wait, signal);
          continue;
        }
        const { error, isLost } = tokenError(failure, grantee);
        if (isLost) onLost(error);
        throw error;
      }
    }
  }

  return {
    auth,
    grantee,
    authorise,
    expire: () => {
      auth.setCredentials({ ...auth.credentials, expiry_date: 1 });
    },
  };
}

/** The library's request for a token takes no signal, and is shared by all who wait for it. */
async function unlessAborted(token: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return void (await token);
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([token, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Whose limits the calls of this grant count against: a key stands for a project and a user at once. */
export function payerOf(grant: GoogleGrant, accountId: string): Payer {
  return grant.kind === 'user'
    ? { project: grant.client.clientId, user: accountId }
    : { project: grant.email.replace(/^.*@/, ''), user: grant.email };
}

async function userAuth(
  { client, refreshToken }: GoogleGrant & { readonly kind: 'user' },
  place: Place,
): Promise<OAuth2Client> {
  const auth = await openOAuth(client, place);
  auth.setCredentials({ refresh_token: refreshToken });
  return auth;
}

/** The client for consents, revocations and refreshes. */
export async function openOAuth({ clientId, clientSecret }: OAuthClient, place: Place): Promise<OAuth2Client> {
  const { endpoints } = place;
  const { OAuth2Client: Client } = await import('google-auth-library');
  const auth = new Client({
    clientId,
    clientSecret,
    endpoints: {
      oauth2AuthBaseUrl: endpoints.authorization,
      oauth2TokenUrl: endpoints.token,
      oauth2RevokeUrl: endpoints.revocation,
    },
    ...libraryOptions(endpoints),
  });
  return tamed(auth, place);
}

async function serviceAccountAuth(
  { email, privateKey }: GoogleGrant & { readonly kind: 'service-account' },
  place: Place,
): Promise<OAuth2Client> {
  const { JWT } = await import('google-auth-library');
  return tamed(
    new JWT({ email, key: privateKey, scopes: SERVICE_ACCOUNT_SCOPES, ...libraryOptions(place.endpoints) }),
    place,
  );
}

function libraryOptions({ token }: GoogleEndpoints) {
  return {
    // The library's own log, switched on by a variable, would write tokens to the terminal.
    useAuthRequestParameters: false,
    universeDomain: 'googleapis.com',
    // A stand-in on this machine is never behind a proxy.
    ...(token.startsWith('http:') ? { transporterOptions: { noProxy: [new URL(token).hostname] } } : {}),
  };
}

/** The library's address for the tokens of service accounts, which no option changes. */
const FIXED_TOKEN_URL = 'https://oauth2.googleapis.com/token';

/**
 * The library tries again on its own, unseen by the quota and with timers of its own; Pennyrow does that. Every answer that
 * is no success is thrown in one shape, whether its body is streamed or not.
 */
function tamed<Auth extends OAuth2Client>(auth: Auth, { endpoints, closed }: Place): Auth {
  auth.transporter.interceptors.request.add({
    resolved: async (config) => {
      delete config.retryConfig;
      config.retry = false;
      // The library drops the body of a streamed refusal; `failureOf` reads those of all answers alike.
      config.validateStatus = () => true;
      // The library has made a signal of its own time-out by now, so that one set here would do nothing.
      if (config.timeout === undefined)
        config.signal = AbortSignal.any([
          AbortSignal.timeout(TOKEN_TIMEOUT_MS),
          ...(config.signal ? [config.signal] : []),
          ...(closed === undefined ? [] : [closed]),
        ]);
      if (config.url.href === FIXED_TOKEN_URL) config.url = new URL(endpoints.token);
      return config;
    },
  });
  auth.transporter.interceptors.response.add({
    resolved: async (response) => {
      if (!response.ok) throw await refusedAnswer(response);
      if (isPage(response)) throw unusableAnswer(WEB_PAGE);
      // The library hands JSON that it cannot read over as text.
      if (typeof response.data === 'string' && response.data !== '') throw unusableAnswer(CUT_OFF);
      return response;
    },
  });
  return auth;
}
