import { toLocalDateTime } from '../../core/time-zone.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { RetryLater } from '../source.ts';
import type { RawAnswer } from '../ask.ts';
import { isCloudflares, isServersOwn, isWebPage, quoted, serverWords } from './origins.ts';
import { reauthorise } from './server-messages.ts';

const HOUR = 3_600_000;
const LONGEST_WAIT = 7 * 24 * HOUR;

interface When {
  readonly nowMs: number;
  readonly timeZone: string;
}

/** What an answer that is none means; a message of the server in it is passed on. */
export function refusal(raw: RawAnswer, host: string, { nowMs, timeZone }: When): PennyrowError {
  const { status, headers, text } = raw;
  const words = serverWords(text);
  const retryAt = readRetryAfter(headers['retry-after'], nowMs);
  const waiting = (code: PennyrowError['code'], message: string, remedy: string): PennyrowError =>
    retryAt === null
      ? new PennyrowError(code, message, remedy)
      : new RetryLater(code, message, remedy, { notBeforeMs: retryAt, wasAsked: true });
  if (status === 429) {
    const notBefore = retryAt ?? nowMs + HOUR;
    return new RetryLater(
      'source_busy',
      `${host} was asked too often.${words}`,
      `Pennyrow asks again by itself, not before ${minuteOf(notBefore, timeZone)}.`,
      { notBeforeMs: notBefore, wasAsked: true },
    );
  }
  if (status >= 500) {
    return waiting(
      'source_unavailable',
      `${trouble(raw, host)}${words}`,
      'Nothing was changed. Pennyrow tries again by itself; if it lasts, ask your SimpleFIN provider.',
    );
  }
  if ((status === 401 || status === 403) && isServersOwn(raw)) {
    return new PennyrowError(
      'source_reauthorise',
      `${host} refuses Pennyrow's access: it was revoked there, or has ended.${words}`,
      reauthorise(host),
    );
  }
  if (status === 402) {
    return new PennyrowError(
      'source_payment',
      `${host} asks for a payment.${words}`,
      `Settle it at ${host}; the next sync goes on where this one stopped.`,
    );
  }
  if (isBlocked(raw)) return waiting('source_blocked', blocked(raw, host), STILL_BLOCKED(host));
  return new PennyrowError(
    'source_refused',
    `${host} refused the request (status ${status}).${words}`,
    `Check the connection with \`pennyrow connection test NAME\`. ${reauthorise(host)}`,
  );
}

/** Whether a refusal does not come from the SimpleFIN server: it says nothing about an access or a token. */
export function isBlocked(raw: RawAnswer): boolean {
  const { status } = raw;
  return (
    status === 407 || isWebPage(raw) || isCloudflares(raw) || ((status === 401 || status === 403) && !isServersOwn(raw))
  );
}

/** Who refused in the server's place. */
export function blocked(raw: RawAnswer, host: string): string {
  const what = quoted(raw);
  if (isCloudflares(raw)) return `${host} is behind Cloudflare, which turned Pennyrow away (${what}).`;
  if (raw.wasSentOn) return `${host} sent Pennyrow on to ${raw.host}, which refused the request (${what}).`;
  if (raw.status === 407) return `${host} was not reached: a proxy on the way asks for a sign-in of its own (${what}).`;
  if (isWebPage(raw)) return `${host} was not reached: something on the way answered with a web page (${what}).`;
  return `${host} refused the request, but not in SimpleFIN’s words (${what}).`;
}

const STILL_BLOCKED = (host: string): string =>
  `The access is kept, and nothing was changed. Wait: Pennyrow tries again automatically where there is a schedule. If it is the same tomorrow, try without a VPN or proxy, and see at https://${host} whether the access is still listed there.`;

/** Cloudflare's own numbers (its documentation of 5xx errors) tell that it is up and the server behind it is not. */
function trouble({ status }: RawAnswer, host: string): string {
  if ((status >= 520 && status <= 527) || status === 530)
    return `${host} is behind Cloudflare, which got no answer from it (status ${status}).`;
  return `${host} has a problem of its own (status ${status}).`;
}

/** A good status with something else than an answer in it. */
export function unreadableAnswer(raw: RawAnswer, host: string): PennyrowError {
  const who = raw.wasSentOn ? `${host} sent Pennyrow on to ${raw.host}, which answered` : `${host} answered`;
  return new PennyrowError(
    'source_unreadable',
    isWebPage(raw)
      ? `${who} with a web page instead of a SimpleFIN answer (${quoted(raw)}).`
      : `${who} with something that is no SimpleFIN answer.`,
    'Nothing was changed. If a network asks you to sign in first, do that; else ask your SimpleFIN provider.',
  );
}

/** By the wall clock of the zone: "2026-03-10 09:00". */
export function minuteOf(epochMs: number, timeZone: string): string {
  return toLocalDateTime(timeZone, epochMs).slice(0, 16).replace('T', ' ');
}

/** Seconds or an HTTP date (RFC 9110, 10.2.3) as epoch milliseconds, at most a week ahead; null when there is none. */
function readRetryAfter(value: string | undefined, nowMs: number): number | null {
  if (value === undefined) return null;
  const at = /^\d{1,9}$/.test(value.trim()) ? nowMs + Number(value) * 1000 : Date.parse(value);
  return Number.isNaN(at) || at <= nowMs ? null : Math.min(at, nowMs + LONGEST_WAIT);
}
