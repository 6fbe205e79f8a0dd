import { toInstant } from '../core/calendar-date.ts';
import type { Problem } from '../messages/parameters.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import { parseRetryAfter } from '../platform/retry-after.ts';
import type { RawAnswer } from './ask.ts';
import { RetryLater } from './source.ts';
import { isCloudflares, isWebPage, quoted } from './web-page.ts';

const HOUR = 3_600_000;
const LONGEST_WAIT = 7 * 24 * HOUR;

/** The service that was asked, and how one knows its voice from that of something on the way. */
export interface Speaker {
  readonly host: string;
  /** What lets Pennyrow in there, and is made anew when it no longer does. */
  readonly access: 'token' | 'key' | 'other';
  /** Whether a refusal is the service's own. */
  isOwn(raw: RawAnswer): boolean;
  /** What it says in a refusal; null when it says nothing. */
  words(text: string): string | null;
}

/** What an answer that is none means; a message of the service in it is passed on. */
export function refusal(raw: RawAnswer, speaker: Speaker, nowMs: number): PennyrowError {
  const { headers, text } = raw;
  const { host, access } = speaker;
  const status = String(raw.status);
  const words = speaker.words(text);
  const retryAt = readRetryAfter(headers['retry-after'], nowMs);
  const waiting = (told: Problem): PennyrowError =>
    retryAt === null ? new PennyrowError(told) : new RetryLater(told, { notBeforeMs: retryAt, wasAsked: true });
  if (raw.status === 429) {
    const notBefore = retryAt ?? nowMs + HOUR;
    return new RetryLater(problem('source_busy', { host, words, until: toInstant(notBefore) }), {
      notBeforeMs: notBefore,
      wasAsked: true,
    });
  }
  if (raw.status >= 500) return waiting(problem('source_unavailable', { reason: trouble(raw), host, status, words }));
  if ((raw.status === 401 || raw.status === 403) && speaker.isOwn(raw))
    return new PennyrowError(problem('source_reauthorise', { host, words, access }));
  if (raw.status === 402) return new PennyrowError(problem('source_payment', { host, sent: 'other', words }));
  if (isBlocked(raw, speaker)) return waiting(blocked(raw, host, 'other'));
  return new PennyrowError(problem('source_refused', { host, status, words, access }));
}

/** Whether a refusal does not come from the service: it says nothing about an access or a token. */
export function isBlocked(raw: RawAnswer, { isOwn }: Pick<Speaker, 'isOwn'>): boolean {
  const { status } = raw;
  return status === 407 || isWebPage(raw) || isCloudflares(raw) || ((status === 401 || status === 403) && !isOwn(raw));
}

/** Who refused in the service's place. `sent`: what can be sent only once, or an access. */
export function blocked(raw: RawAnswer, host: string, sent: 'once' | 'other'): Problem {
  const reason = isCloudflares(raw)
    ? 'cloudflare'
    : raw.wasSentOn
      ? 'forwarded'
      : raw.status === 407
        ? 'proxy'
        : isWebPage(raw)
          ? 'page'
          : 'other';
  return problem('source_blocked', { reason, host, via: raw.host, ...quoted(raw), sent });
}

/** Cloudflare's own numbers (its documentation of 5xx errors) tell that it is up and the server behind it is not. */
function trouble({ status }: RawAnswer): 'cloudflare' | 'other' {
  return (status >= 520 && status <= 527) || status === 530 ? 'cloudflare' : 'other';
}

/** A good status with something else than an answer in it. */
export function unreadableAnswer(raw: RawAnswer, host: string): PennyrowError {
  const via = raw.wasSentOn ? raw.host : null;
  const form = isWebPage(raw) ? 'page' : 'other';
  return new PennyrowError(problem('source_unreadable', { host, via, form, ...quoted(raw) }));
}

/** Epoch milliseconds; null if the server names no time ahead. */
function readRetryAfter(value: string | undefined, nowMs: number): number | null {
  const waitMs = parseRetryAfter(value, nowMs) ?? 0;
  return waitMs === 0 ? null : nowMs + Math.min(waitMs, LONGEST_WAIT);
}
