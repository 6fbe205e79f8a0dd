import type { Credentials, OAuth2Client } from 'google-auth-library';
import { problem } from '../../../messages/problem.ts';
import { PennyrowError } from '../../../platform/errors.ts';
import type { Sleep } from '../../../platform/sleep.ts';
import { waitBeforeRetry } from '../backoff.ts';
import { failureOf, type Failure } from '../failure.ts';
import { tokenError } from '../google-errors.ts';
import { DRIVE_FILE_SCOPE } from '../google-session.ts';
import { denied, refused } from './redirect.ts';

export interface Exchange {
  readonly code: string;
  readonly codeVerifier: string;
  readonly redirectUri: string;
}

/** What the code was exchanged for. */
export interface Exchanged {
  readonly refreshToken: string;
  /** Seconds until the grant dies on its own, as with a client in testing mode; null: it does not. */
  readonly livesSeconds: number | null;
}

/**
 * The refresh token for the code that Google's redirect brought. A code is good for one attempt, so that only
 * what certainly never reached Google is tried again.
 */
export async function exchangeCode(
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
