import { oneLine } from '../../core/one-line.ts';
import type { RawAnswer } from '../ask.ts';
import { asObject, fieldOf, listField, parseJson, textField, type JsonObject } from '../json.ts';
import { isCloudflares, isWebPage } from '../web-page.ts';

/**
 * Whether a service itself answered, and not something that stands before it or on the way: it answers in JSON, or with
 * nothing at all, and never by sending on to another host.
 */
export function isServiceAnswer(raw: RawAnswer): boolean {
  if (raw.wasSentOn || isWebPage(raw) || isCloudflares(raw)) return false;
  return raw.text.trim() === '' || asObject(parseJson(raw.text)) !== null;
}

/** Fields in which services say what is wrong, the one that is made for people first. */
const FIELDS = ['detail', 'error_description', 'message', 'summary', 'title', 'error'] as const;

/** What a service says in a refusal, in any of the usual forms (RFC 9457, JSON:API, OAuth); null when it says nothing. */
export function serviceWords(text: string): string | null {
  const body = asObject(parseJson(text));
  if (body === null) return null;
  const [first] = listField(body, 'errors') ?? [];
  const said = wordsIn(asObject(first)) ?? wordsIn(asObject(fieldOf(body, 'error'))) ?? wordsIn(body);
  return said === null ? null : oneLine(said, 200) || null;
}

function wordsIn(object: JsonObject | null): string | null {
  for (const name of FIELDS) {
    const words = textField(object, name);
    if (words !== null) return words;
  }
  return null;
}
