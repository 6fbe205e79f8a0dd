import { oneLine } from '../../core/one-line.ts';
import { toLocalDateTime } from '../../core/time-zone.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { AskLater } from '../source.ts';
import { readErrors } from './answer.ts';
import type { RawAnswer } from './ask.ts';
import { asObject, parseJson } from './json.ts';
import { reauthorise } from './server-messages.ts';

const HOUR = 3_600_000;
const LONGEST_WAIT = 7 * 24 * HOUR;

/** What an answer that is none means; a message of the server in it is passed on. */
export function refusal({ status, headers, text }: RawAnswer, host: string, { nowMs, timeZone }: { readonly nowMs: number; readonly timeZone: string }): PennyrowError {
  const words = serverWords(text);
  const retryAt = readRetryAfter(headers['retry-after'], nowMs);
  if (status === 401 || status === 403) {
    return new PennyrowError('source_reauthorise', `${host} refuses Pennyrow's access: it was revoked there, or has ended.${words}`, reauthorise(host));
  }
  if (status === 402) {
    return new PennyrowError('source_payment', `${host} asks for a payment.${words}`, `Settle it at ${host}; the next sync goes on where this one stopped.`);
  }
  if (status === 429) {
    const notBefore = retryAt ?? nowMs + HOUR;
    return new AskLater('source_busy', `${host} was asked too often.${words}`, `Pennyrow asks again by itself, not before ${minuteOf(notBefore, timeZone)}.`, { notBeforeMs: notBefore, wasAsked: true });
  }
  if (status >= 500) {
    const message = `${host} has a problem of its own (status ${status}).${words}`;
    const remedy = 'Nothing was changed. Pennyrow tries again by itself; if it lasts, ask your SimpleFIN provider.';
    return retryAt === null ? new PennyrowError('source_unavailable', message, remedy) : new AskLater('source_unavailable', message, remedy, { notBeforeMs: retryAt, wasAsked: true });
  }
  return new PennyrowError('source_refused', `${host} refused the request (status ${status}).${words}`, `Check the connection with \`pennyrow connection test NAME\`. ${reauthorise(host)}`);
}

export function unreadableAnswer(host: string): PennyrowError {
  return new PennyrowError(
    'source_unreadable',
    `${host} answered with something that is no SimpleFIN answer, such as a web page.`,
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

function serverWords(text: string): string {
  const said = readErrors(asObject(parseJson(text))).map((error) => oneLine(error.text, 200));
  const first = said.find((line) => line !== '');
  return first === undefined ? '' : ` It says: “${first}”`;
}
