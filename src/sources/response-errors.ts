import { toInstant } from '../core/calendar-date.ts';
import { oneLine } from '../core/one-line.ts';
import type { Problem } from '../messages/parameters.ts';
import { problem } from '../messages/problem.ts';
import { createError, PennyrowError } from '../platform/errors.ts';
import { parseRetryAfter } from '../platform/retry.ts';
import type { RawResponse } from './request.ts';
import { RetryLater } from './source.ts';

const HOUR = 3_600_000;
const LONGEST_WAIT = 7 * 24 * HOUR;

export interface ResponseReader {
  readonly host: string;
  /** The kind of credentials to renew when the service rejects them. */
  readonly access: 'token' | 'key' | 'other';
  isOwn(raw: RawResponse): boolean;
  words(text: string): string | null;
}

export function refusal(raw: RawResponse, reader: ResponseReader, nowMs: number): PennyrowError {
  const { headers, text } = raw;
  const { host, access } = reader;
  const status = String(raw.status);
  const words = reader.words(text);
  const retryAt = readRetryAfter(headers['retry-after'], nowMs);
  const retryable = (cause: Problem): PennyrowError =>
    retryAt === null ? new PennyrowError(cause) : new RetryLater(cause, { notBeforeMs: retryAt, wasRequested: true });
  if (raw.status === 429) return serviceBusy(host, words, retryAt ?? nowMs + HOUR);
  if (raw.status >= 500) return retryable(problem('source_unavailable', { reason: trouble(raw), host, status, words }));
  if ((raw.status === 401 || raw.status === 403) && reader.isOwn(raw))
    return createError('source_reauthorise', { host, words, access });
  if (raw.status === 402) return createError('source_payment', { host, sent: 'other', words });
  if (isBlocked(raw, reader)) return retryable(blocked(raw, host, 'other'));
  return createError('source_refused', { host, status, words, access });
}

export function serviceBusy(host: string, words: string | null, notBeforeMs: number): RetryLater {
  const busy = problem('source_busy', { host, words, until: toInstant(notBeforeMs) });
  return new RetryLater(busy, { notBeforeMs, wasRequested: true });
}

/** True if something other than the service rejected the request, so the credentials may still be valid. */
export function isBlocked(raw: RawResponse, { isOwn }: Pick<ResponseReader, 'isOwn'>): boolean {
  const { status } = raw;
  return (
    status === 407 || isWebPage(raw) || isFromCloudflare(raw) || ((status === 401 || status === 403) && !isOwn(raw))
  );
}

/** Describes what blocked the request. `sent`: `once` if the request contained a one-time token. */
export function blocked(raw: RawResponse, host: string, sent: 'once' | 'other'): Problem {
  const reason = isFromCloudflare(raw)
    ? 'cloudflare'
    : raw.wasRedirected
      ? 'forwarded'
      : raw.status === 407
        ? 'proxy'
        : isWebPage(raw)
          ? 'page'
          : 'other';
  return problem('source_blocked', { reason, host, via: raw.host, ...quoted(raw), sent });
}

function trouble({ status }: RawResponse): 'cloudflare' | 'other' {
  return (status >= 520 && status <= 527) || status === 530 ? 'cloudflare' : 'other';
}

export function unreadableResponse(raw: RawResponse, host: string): PennyrowError {
  const via = raw.wasRedirected ? raw.host : null;
  const form = isWebPage(raw) ? 'page' : 'other';
  return createError('source_unreadable', { host, via, form, ...quoted(raw) });
}

function readRetryAfter(value: string | undefined, nowMs: number): number | null {
  const waitMs = parseRetryAfter(value, nowMs) ?? 0;
  return waitMs === 0 ? null : nowMs + Math.min(waitMs, LONGEST_WAIT);
}

export function isWebPage({ headers, text }: Pick<RawResponse, 'headers' | 'text'>): boolean {
  return (
    /^(?:text\/html|application\/xhtml)/i.test(headers['content-type'] ?? '') ||
    /^\s*<(?:!doctype|html|head|body)/i.test(text)
  );
}

/** Many services use Cloudflare, so its `Server` header alone does not mean that it blocked the request. */
export function isFromCloudflare(raw: RawResponse): boolean {
  const isItself = raw.headers['cf-mitigated'] !== undefined || CLOUDFLARE_LINE.test(raw.text);
  return isItself || (/^cloudflare$/i.test(String(raw.headers['server'])) && isWebPage(raw));
}

function quoted({ status, text }: Pick<RawResponse, 'status' | 'text'>): {
  readonly status: string;
  readonly title: string | null;
} {
  const title = oneLine(/<title[^>]*>([^<]{1,300})/i.exec(text)?.[1] ?? '', 80);
  return { status: String(status), title: title === '' ? null : title };
}

/** Cloudflare's plain-text response to blocked programs: "error code: 1020". */
export const CLOUDFLARE_LINE = /^\s*error code: \d{3,4}\s*$/i;
