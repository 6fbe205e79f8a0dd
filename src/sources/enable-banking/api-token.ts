import { sign, type KeyObject } from 'node:crypto';

/** Seconds; a fetch with many pages ends well before. Enable Banking takes up to a day. */
const LIFE = 3600;

/** A clock that is a little fast must not date the token into the future. */
const SLACK = 60;

/** What shows Enable Banking whose application asks: a JWT (RFC 7519) of RS256. */
export function apiToken(applicationId: string, privateKey: KeyObject, nowMs: number): string {
  const issuedAt = Math.floor(nowMs / 1000) - SLACK;
  const header = { typ: 'JWT', alg: 'RS256', kid: applicationId };
  const claims = { iss: 'enablebanking.com', aud: 'api.enablebanking.com', iat: issuedAt, exp: issuedAt + LIFE };
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
}
