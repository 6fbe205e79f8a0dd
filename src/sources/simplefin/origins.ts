import { oneLine } from '../../core/one-line.ts';
import { readErrors } from './answer.ts';
import type { RawAnswer } from '../ask.ts';
import { CLOUDFLARE_LINE, isWebPage } from '../web-page.ts';
import { asObject, listField, parseJson } from '../json.ts';

/**
 * Who speaks: the SimpleFIN server itself, or something that stands before it or on the way, such as a check for robots,
 * a proxy or a hotel's sign-in page. Both use the same status codes, and only the server's own 403 means that an
 * access was revoked or a token spent.
 */
export function isServersOwn({ headers, text, wasSentOn }: RawAnswer): boolean {
  if (headers['cf-mitigated'] !== undefined || wasSentOn || isWebPage({ headers, text })) return false;
  const words = text.trim();
  // Servers answer with nothing at all, or with one word ("Forbidden"): the protocol names no body for a refusal.
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

/** The first message of an answer in the protocol's form; null when there is none. */
export function serverWords(text: string): string | null {
  const said = readErrors(asObject(parseJson(text))).map((error) => oneLine(error.text, 200));
  return said.find((line) => line !== '') ?? null;
}

const LONGEST_WORDS = 200;

const GATEWAY_WORDS = /cloudflare|captcha|proxy|firewall|gateway|blocked|rate limit/i;
