import type { IncomingMessage } from 'node:http';
import type { Instant } from '../core/calendar-date.ts';
import { hashSecret, parseToken, sameHash, mintToken } from '../platform/api-token.ts';
import type { Clock } from '../platform/clock.ts';
import { memoizeReads, type Reader, type Writer } from '../store/database.ts';
import { findToken, touchToken } from '../store/tokens.ts';
import type { Refusal } from './answer.ts';
import type { Scope } from '../contract/v2/endpoints.ts';

interface Refused {
  readonly refusal: Refusal;
  readonly guessed: boolean;
}

export type Authentication = { readonly grant: Grant } | Refused;

export interface AuthenticatorOptions {
  readonly store: Writer;
  readonly clock: Clock;
  readonly passes: Pick<Passes, 'find'>;
  readonly report: (problem: unknown) => void;
}

const TOUCH_EVERY_MS = 60_000;

/** Caches the result for each header until the next database write. V8 seeds its hash tables, so timing reveals no token. */
export function createAuthenticator({
  store,
  clock,
  passes,
  report,
}: AuthenticatorOptions): (request: IncomingMessage) => Authentication {
  const tokens = memoizeReads(store, (header) => lookUp(store, header));
  const touch = createTouch(store, report);

  return ({ headers: { authorization } }) => {
    if (authorization === undefined) return MISSING;
    const pass = passes.find(authorization);
    if (pass !== null) return { grant: pass };
    const found = tokens(authorization);
    if ('refusal' in found) return found;
    const nowMs = clock.now();
    if (nowMs >= found.expiresMs) return unauthorized('This API token has expired. Make a new one.', false);
    touch(found.grant.tokenId, nowMs);
    return found;
  };
}

/** Checks after a slow step that the token is still valid. A one-minute token stays valid until its request ends. */
export function isStillGranted({ store, clock }: Pick<AuthenticatorOptions, 'store' | 'clock'>, grant: Grant): boolean {
  if (grant.tokenId === null) return true;
  const token = findToken(store, grant.tokenId)?.token;
  if (token === undefined || token.revokedAt !== null) return false;
  return token.expiresAt === null || clock.now() < Date.parse(token.expiresAt);
}

type Known = { readonly grant: Grant & { readonly tokenId: string }; readonly expiresMs: number } | Refused;

function lookUp(store: Reader, authorization: string): Known {
  const text = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (text === undefined) return MISSING;
  const parsed = parseToken(text);
  if (parsed === null) return unauthorized('This is not a whole API token. Copy it again, or make a new one.', true);
  const found = findToken(store, parsed.id);
  if (found === null || !sameHash(found.secretHash, hashSecret(parsed.secret)))
    return unauthorized('This API token is not known here. Make a new one.', true);
  const { id: tokenId, accountId, scopes, expiresAt, revokedAt } = found.token;
  if (revokedAt !== null) return unauthorized('This API token was revoked. Make a new one.', false);
  return { grant: { tokenId, accountId, scopes }, expiresMs: expiresAt === null ? Infinity : Date.parse(expiresAt) };
}

/** Stores the last use of a token at most once a minute and after the response, because a write waits for the disk. */
function createTouch(store: Writer, report: (problem: unknown) => void): (tokenId: string, nowMs: number) => void {
  const touchedAt = new Map<string, number>();
  return (tokenId, nowMs) => {
    if (Math.abs(nowMs - (touchedAt.get(tokenId) ?? -Infinity)) < TOUCH_EVERY_MS) return;
    touchedAt.set(tokenId, nowMs);
    setImmediate(() => {
      try {
        touchToken(store, tokenId, new Date(nowMs).toISOString() as Instant);
      } catch (thrown) {
        report(thrown);
      }
    });
  };
}

function unauthorized(error: string, guessed: boolean): Refused {
  return { refusal: { status: 401, error, headers: { 'WWW-Authenticate': 'Bearer realm="Pennyrow"' } }, guessed };
}

export const TOKEN_ENDED = unauthorized('This API token was revoked or has expired. Make a new one.', false).refusal;

const MISSING = unauthorized('Send an API token in the header "Authorization: Bearer <token>".', false);

export interface Grant {
  /** Null for a one-minute token, which is not stored: see `createPasses`. */
  readonly tokenId: string | null;
  readonly accountId: string;
  readonly scopes: readonly Scope[];
}

const GOOD_FOR_MS = 60_000;

export type Passes = ReturnType<typeof createPasses>;

/** Creates one-minute tokens for commands that the user runs on this machine. They exist only in RAM. */
export function createPasses(clock: Clock) {
  /** Grants by Authorization header. V8 seeds its hash tables, so the timing of a lookup reveals no token. */
  const issued = new Map<string, { readonly grant: Grant; readonly endsMs: number }>();
  return {
    issue: (accountId: string, scopes: Grant['scopes']): string => {
      for (const [header, { endsMs }] of issued) if (endsMs <= clock.now()) issued.delete(header);
      const { token } = mintToken();
      issued.set(`Bearer ${token}`, {
        grant: { tokenId: null, accountId, scopes },
        endsMs: clock.now() + GOOD_FOR_MS,
      });
      return token;
    },
    find: (authorization: string): Grant | null => {
      const found = issued.get(authorization);
      return found !== undefined && clock.now() < found.endsMs ? found.grant : null;
    },
  };
}
