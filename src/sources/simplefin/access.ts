import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';

/** What an Access URL says, taken apart so that no secret is left in a URL. */
export interface Access {
  /** Scheme, host and path, without user, password, query or a slash at the end. */
  readonly root: string;
  /** For people: "bridge.simplefin.org". */
  readonly host: string;
  /** The header's value. */
  readonly authorization: string;
  /** What must never show anywhere, whoever sends it back. */
  readonly secrets: readonly string[];
}

/** What a person pasted: a token that is still to be claimed, or the Access URL of one that was. */
export type Pasted =
  | { readonly kind: 'claim'; readonly url: URL }
  | { readonly kind: 'access'; readonly accessUrl: string };

/** Below this it is a word like "demo", and hiding it would damage what the bank sent. Real ones have dozens of characters. */
const SHORTEST_SECRET = 12;

/** Null when it is no https URL with a user and a password. No error says what was in it. */
export function readAccessUrl(text: string): Access | null {
  const url = URL.parse(text.trim());
  if (url === null || url.protocol !== 'https:' || url.username === '') return null;
  const user = decoded(url.username);
  const password = decoded(url.password);
  const credentials = Buffer.from(`${user}:${password}`, 'utf8').toString('base64');
  const secrets = [credentials, url.password, password, url.username, user].filter(
    (secret) => secret.length >= SHORTEST_SECRET,
  );
  return {
    root: `${url.origin}${url.pathname.replace(/\/+$/, '')}`,
    host: url.host,
    authorization: `Basic ${credentials}`,
    secrets: [...new Set(secrets)],
  };
}

/**
 * Reads what a person pasted: a setup token, however it was broken into lines and padded, the claim URL inside it,
 * or an Access URL. Throws `input_setup_token` without quoting it.
 */
export function readPasted(text: string): Pasted {
  const compact = text.replaceAll(/[\s"'`<>\u200b\ufeff]/g, '');
  const plain = /^https?:\/\//i.test(compact) ? compact : fromBase64(compact);
  const url = plain === null ? null : URL.parse(plain);
  if (plain === null || url === null) throw unusable('other');
  if (url.protocol !== 'https:') throw unusable('unsafe');
  return url.username === '' ? { kind: 'claim', url } : { kind: 'access', accessUrl: plain };
}

/** Takes secrets out of what a server sent, should it send them back. */
export function withoutSecrets(text: string, { secrets }: Access): string {
  return secrets.reduce((clean, secret) => clean.replaceAll(secret, '[redacted]'), text);
}

/** Either alphabet, with or without padding; null when it is not the base 64 of a URL. */
function fromBase64(text: string): string | null {
  if (!/^[0-9A-Za-z+/_-]+=*$/.test(text)) return null;
  const plain = Buffer.from(text, 'base64').toString('utf8').trim();
  return /^https?:\/\/[!-~]+$/i.test(plain) ? plain : null;
}

/** A password may hold a bare "%". */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function unusable(reason: 'unsafe' | 'other'): PennyrowError {
  return new PennyrowError(problem('input_setup_token', { reason }));
}
