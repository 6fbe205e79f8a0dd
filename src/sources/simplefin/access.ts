import { oneLine } from '../../core/one-line.ts';
import { createError, type PennyrowError } from '../../platform/errors.ts';
import { asObject, listField, parseJson } from '../json.ts';
import type { RawResponse } from '../request.ts';
import { CLOUDFLARE_LINE, isWebPage } from '../response-errors.ts';
import { readErrors } from './answer.ts';

export interface Access {
  readonly root: string;
  readonly host: string;
  readonly authorization: string;
  readonly secrets: readonly string[];
}

type Pasted = { readonly kind: 'claim'; readonly url: URL } | { readonly kind: 'access'; readonly accessUrl: string };

/** Null unless the text is an https URL with credentials. */
export function readAccessUrl(text: string): Access | null {
  const url = URL.parse(text.trim());
  if (url === null || url.protocol !== 'https:' || url.username === '') return null;
  const user = decoded(url.username);
  const password = decoded(url.password);
  const credentials = Buffer.from(`${user}:${password}`, 'utf8').toString('base64');
  return {
    root: `${url.origin}${url.pathname.replace(/\/+$/, '')}`,
    host: url.host,
    authorization: `Basic ${credentials}`,
    secrets: [credentials, url.password, password, url.username, user],
  };
}

/** Accepts a setup token, the claim URL inside it, or an Access URL. Errors never quote the text. */
export function parsePastedText(text: string): Pasted {
  const compact = text.replaceAll(/[\s"'`<>\u200b\ufeff]/g, '');
  const plain = /^https?:\/\//i.test(compact) ? compact : fromBase64(compact);
  const url = plain === null ? null : URL.parse(plain);
  if (plain === null || url === null) throw unusable('other');
  if (url.protocol !== 'https:') throw unusable('unsafe');
  return url.username === '' ? { kind: 'claim', url } : { kind: 'access', accessUrl: plain };
}

/** Accepts both Base64 alphabets, with or without padding; null if the decoded text is not a URL. */
function fromBase64(text: string): string | null {
  if (!/^[0-9A-Za-z+/_-]+=*$/.test(text)) return null;
  const plain = Buffer.from(text, 'base64').toString('utf8').trim();
  return /^https?:\/\/[!-~]+$/i.test(plain) ? plain : null;
}

/** Returns the text itself if it cannot be decoded: a password may contain an unescaped "%". */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function unusable(reason: 'unsafe' | 'other'): PennyrowError {
  return createError('input_setup_token', { reason });
}

/** True if the server itself responded: only its own 403 means that the access was revoked. Bot checks and proxies also send 403. */
export function isServerResponse({ headers, text, wasRedirected }: RawResponse): boolean {
  if (headers['cf-mitigated'] !== undefined || wasRedirected || isWebPage({ headers, text })) return false;
  const words = text.trim();
  // The protocol defines no body for errors: servers send none, or one word ("Forbidden").
  if (words === '') return true;
  const body = asObject(parseJson(words));
  if (body !== null) return listField(body, 'errors') !== null || listField(body, 'errlist') !== null;
  return (
    words.length <= LONGEST_WORDS &&
    !/[\n{}[\]<>]/.test(words) &&
    !CLOUDFLARE_LINE.test(words) &&
    !GATEWAY_WORDS.test(words)
  );
}

export function serverWords(text: string): string | null {
  const errors = readErrors(asObject(parseJson(text))).map((error) => oneLine(error.text, 200));
  return errors.find((words) => words !== '') ?? null;
}

const LONGEST_WORDS = 200;

const GATEWAY_WORDS = /cloudflare|captcha|proxy|firewall|gateway|blocked|rate limit/i;
