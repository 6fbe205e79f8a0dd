import type { OAuth2Client } from 'google-auth-library';
import { CUT_OFF, type Failure, failureOf, isPage, refusedAnswer, unusableAnswer, WEB_PAGE } from './failure.ts';
import { tokenError, type Grantee } from './google-errors.ts';
import type { GoogleEndpoints, OAuthClient } from './environment.ts';
import type { Payer } from './quota.ts';
import { waitBeforeRetry } from './backoff.ts';
import type { Sleep } from '../../../platform/sleep.ts';
import { hasCode, type PennyrowError } from '../../../platform/errors.ts';

/** This scope covers the spreadsheets that Pennyrow created or the user picked. */
export const DRIVE_FILE_SCOPE = 'https://www.googleapis.com/auth/drive.file';

/** Broader, because a service account has no picker; it sees only files that are shared with it. */
const SERVICE_ACCOUNT_SCOPES = [
  'https://www.googleapis.com/auth/spreadsheets',
  'https://www.googleapis.com/auth/drive.metadata.readonly',
];

/** Two attempts and the wait between them take less than `totalMs` in `silence.ts`. */
const TOKEN_TIMEOUT_MS = 15_000;

export type GoogleGrant =
  | { readonly kind: 'user'; readonly client: OAuthClient; readonly refreshToken: string }
  | { readonly kind: 'service-account'; readonly email: string; readonly privateKey: string };

export type GoogleSession = Awaited<ReturnType<typeof openSession>>;

/** `closed` aborts token requests. */
export interface Place {
  readonly endpoints: GoogleEndpoints;
  readonly closed?: AbortSignal | undefined;
}

export interface SessionOptions extends Place {
  readonly sleep: Sleep;
  readonly random: () => number;
  readonly onLost: (error: PennyrowError) => void;
  readonly onRetry?: OnRetry | undefined;
}

export type OnRetry = (failure: Failure, milliseconds: number) => void;

export async function openSession(grant: GoogleGrant, { sleep, random, onLost, onRetry, ...place }: SessionOptions) {
  const auth = grant.kind === 'user' ? await openOAuth(grant.client, place) : await serviceAccountAuth(grant, place);
  if (grant.kind === 'user') auth.setCredentials({ refresh_token: grant.refreshToken });
  const grantee: Grantee = { serviceAccount: grant.kind === 'service-account' ? grant.email : null };

  async function authorize(signal?: AbortSignal): Promise<void> {
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
        const error = tokenError(failure, grantee);
        if (hasCode(error, 'workbook_reconnect')) onLost(error);
        throw error;
      }
    }
  }

  return {
    /** The library's client; has a valid token after `authorize`. */
    auth,
    grantee,
    authorize,
    expire: (): void => {
      auth.setCredentials({ ...auth.credentials, expiry_date: 1 });
    },
  };
}

/** All callers share the library's token request, so an abort ends only the wait of this caller, not the request. */
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

/** Returns the project and the user whose limits apply. */
export function payerOf(grant: GoogleGrant, accountId: string): Payer {
  return grant.kind === 'user'
    ? { project: grant.client.clientId, user: accountId }
    : { project: grant.email.replace(/^.*@/, ''), user: grant.email };
}

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
  return withoutLibraryRetries(auth, place);
}

async function serviceAccountAuth(
  { email, privateKey }: GoogleGrant & { readonly kind: 'service-account' },
  place: Place,
): Promise<OAuth2Client> {
  const { JWT } = await import('google-auth-library');
  return withoutLibraryRetries(
    new JWT({ email, key: privateKey, scopes: SERVICE_ACCOUNT_SCOPES, ...libraryOptions(place.endpoints) }),
    place,
  );
}

function libraryOptions({ token }: GoogleEndpoints) {
  return {
    // Disables the library's log, which would print tokens if an environment variable enabled it.
    useAuthRequestParameters: false,
    universeDomain: 'googleapis.com',
    // Sends requests to a local fake directly, not to the configured proxy.
    ...(token.startsWith('http:') ? { transporterOptions: { noProxy: [new URL(token).hostname] } } : {}),
  };
}

/** The library's token URL for service accounts. No option changes it. */
const FIXED_TOKEN_URL = 'https://oauth2.googleapis.com/token';

/** Disables the library's own retries, which the quota would not count, and throws all failed answers in one shape. */
function withoutLibraryRetries<Auth extends OAuth2Client>(auth: Auth, { endpoints, closed }: Place): Auth {
  auth.transporter.interceptors.request.add({
    resolved: async (config) => {
      delete config.retryConfig;
      config.retry = false;
      // Accepts every status: for an error, the library would drop the body of a stream, but `failureOf` needs the body.
      config.validateStatus = () => true;
      // The library creates its timeout signal before this interceptor, so a `timeout` set here would have no effect.
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
      // The library returns invalid JSON as text, for example a truncated response.
      if (typeof response.data === 'string' && response.data !== '') throw unusableAnswer(CUT_OFF);
      return response;
    },
  });
  return auth;
}
