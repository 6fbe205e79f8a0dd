import { toInstant } from '../../core/calendar-date.ts';
import { problem } from '../../messages/problem.ts';
import type { PennyrowError } from '../../platform/errors.ts';
import type { RawAnswer } from '../ask.ts';
import { asObject, parseJson, textField } from '../json.ts';
import { consentEnded } from '../service/consent-ended.ts';
import { serviceWords } from '../service/service-words.ts';
import { RetryLater } from '../source.ts';
import { HOST } from './host.ts';

/** What GoCardless calls an end of the access to an account, in `type` or in the words of `summary`. */
const ENDED: readonly (readonly [pattern: RegExp, reason: 'expired' | 'other' | 'revoked'])[] = [
  [/End User Agreement \(EUA\).*has expired|EUAExpired/s, 'expired'],
  [/AccessExpiredError/, 'revoked'],
  [/AccountInactiveError|Account suspended|AccountSuspended|ConnectionExpired/, 'other'],
];

/** GoCardless's refusals (its "Statuses and error messages") as what a person can do about them; null for the rest. */
export function explain(raw: RawAnswer, nowMs: number): PennyrowError | null {
  const said = saidIn(raw);
  const reason = ENDED.find(([pattern]) => pattern.test(said))?.[1];
  if (reason !== undefined && raw.status >= 400 && raw.status < 500) return consentEnded(HOST, reason);
  // A requisition that was deleted, or an account of one.
  if (raw.status === 404) return consentEnded(HOST, 'other');
  return raw.status === 429 ? busy(raw, nowMs) : null;
}

/** A token is refused with 401 as well, in other words than those of an account. */
export function isTokenOver(raw: RawAnswer): boolean {
  return raw.status === 401 && /token|credentials/i.test(saidIn(raw));
}

function saidIn({ text }: RawAnswer): string {
  const body = asObject(parseJson(text));
  return ['type', 'summary', 'detail'].map((name) => textField(body, name) ?? '').join('\n');
}

/** How long a bank's own limit lasts stands in a header of GoCardless's; that of the service, in its words. */
function busy(raw: RawAnswer, nowMs: number): RetryLater | null {
  const seconds =
    number(raw.headers['http_x_ratelimit_account_success_reset']) ??
    number(/try again in (\d+) seconds/i.exec(saidIn(raw))?.[1]);
  if (seconds === null) return null;
  const notBeforeMs = nowMs + Math.min(seconds, A_DAY) * 1000;
  const told = { host: HOST, words: serviceWords(raw.text), until: toInstant(notBeforeMs) };
  return new RetryLater(problem('source_busy', told), { notBeforeMs, wasAsked: true });
}

const A_DAY = 86_400;

function number(text: string | readonly string[] | undefined): number | null {
  const first = typeof text === 'string' ? text : text?.[0];
  return first !== undefined && /^\d{1,9}$/.test(first.trim()) ? Number(first) : null;
}
