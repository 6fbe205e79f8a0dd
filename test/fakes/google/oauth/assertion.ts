import { verify } from 'node:crypto';
import { GoogleFault } from '../google-error.ts';
import type { Authority } from './authority.ts';

interface Claims {
  readonly iss: string;
  readonly scope: string;
}

interface Expected {
  readonly authority: Authority;
  readonly nowMs: number;
  readonly audiences: readonly string[];
}

function refused(description: string): GoogleFault {
  return new GoogleFault(400, { error: 'invalid_grant', error_description: description });
}

const HOUR = 3600;
/** The accepted clock skew in seconds. */
const LEEWAY = 300;

/** Checks a service account's signed assertion as Google does: RS256, the audience, and at most an hour of validity. */
export function claimsOf(assertion: string, { authority, nowMs, audiences }: Expected): Claims {
  const [header = '', payload = '', signature = '', ...more] = assertion.split('.');
  const head = parsed(header);
  const claims = parsed(payload);
  if (head === null || claims === null || more.length > 0 || head['alg'] !== 'RS256')
    throw refused('Invalid JWT: Failed to parse JWT or unsupported algorithm.');
  const { iss, aud, exp, iat, scope } = claims;
  const account = typeof iss === 'string' ? authority.serviceAccounts.get(iss) : undefined;
  if (account === undefined) throw refused('Invalid grant: account not found');
  if (
    !verify('RSA-SHA256', Buffer.from(`${header}.${payload}`), account.publicKey, Buffer.from(signature, 'base64url'))
  )
    throw refused('Invalid JWT Signature.');
  if (typeof aud !== 'string' || !audiences.includes(aud)) throw refused('Invalid JWT: Failed audience check.');
  const now = nowMs / 1000;
  if (
    typeof exp !== 'number' ||
    typeof iat !== 'number' ||
    exp - iat > HOUR ||
    exp < now - LEEWAY ||
    iat > now + LEEWAY
  ) {
    throw refused(
      'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.',
    );
  }
  return { iss: account.email, scope: typeof scope === 'string' ? scope : '' };
}

function parsed(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
