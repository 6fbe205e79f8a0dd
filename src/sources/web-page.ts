import { oneLine } from '../core/one-line.ts';
import type { RawAnswer } from './ask.ts';

/** A page for people in place of an answer. */
export function isWebPage({ headers, text }: Pick<RawAnswer, 'headers' | 'text'>): boolean {
  return (
    /^(?:text\/html|application\/xhtml)/i.test(headers['content-type'] ?? '') ||
    /^\s*<(?:!doctype|html|head|body)/i.test(text)
  );
}

/** Many services stand behind Cloudflare, so that its name in a header alone tells nothing. */
export function isCloudflares(raw: RawAnswer): boolean {
  const isItself = raw.headers['cf-mitigated'] !== undefined || CLOUDFLARE_LINE.test(raw.text);
  return isItself || (/^cloudflare$/i.test(String(raw.headers['server'])) && isWebPage(raw));
}

/** The status, and what a page calls itself: 403, “Just a moment...”. */
export function quoted({ status, text }: Pick<RawAnswer, 'status' | 'text'>): {
  readonly status: string;
  readonly title: string | null;
} {
  const title = oneLine(/<title[^>]*>([^<]{1,300})/i.exec(text)?.[1] ?? '', 80);
  return { status: String(status), title: title === '' ? null : title };
}

/** What Cloudflare answers to programs that are no browser: "error code: 1020". */
export const CLOUDFLARE_LINE = /^\s*error code: \d{3,4}\s*$/i;
