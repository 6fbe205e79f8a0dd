import { parseCalendarDate, toInstant, type CalendarDate } from '../../core/calendar-date.ts';
import type { Problem } from '../../messages/parameters.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { RawAnswer } from '../ask.ts';
import { asObject, fieldOf, parseJson, textField } from '../json.ts';
import { consentEnded } from '../service/consent-ended.ts';
import { serviceWords } from '../service/service-words.ts';
import { RetryLater } from '../source.ts';
import { HOST } from './host.ts';

/** The bank wants other PSU headers, or none. */
export class PsuHeadersRejected extends PennyrowError {}

/** The bank does not go back as far as it was asked to. */
export class PeriodRefused extends PennyrowError {
  /** The first day that it gives; null when it names none. */
  readonly earliest: CalendarDate | null;

  constructor(refused: Problem, earliest: CalendarDate | null) {
    super(refused);
    this.earliest = earliest;
  }
}

const MINUTE = 60_000;

/** Banks count in 24 hours, of which a fourth is as good a guess as any. */
const BANK_BUSY_MS = 6 * 60 * MINUTE;

/** Enable Banking's own codes (its reference, ErrorCode) as what a person can do about them; null for the rest. */
export function explain(raw: RawAnswer, nowMs: number, redirectUrl: string): PennyrowError | null {
  const body = asObject(parseJson(raw.text));
  // Some refusals of a bank are passed on in its own words: N26 has its code in `code`.
  const code = textField(body, 'error') ?? textField(body, 'code');
  const words = serviceWords(raw.text);
  const refused = problem('source_refused', { host: HOST, status: String(raw.status), words, access: 'other' });
  switch (code ?? '') {
    case 'EXPIRED_SESSION':
      return consentEnded(HOST, 'expired');
    case 'REVOKED_SESSION':
      return consentEnded(HOST, 'revoked');
    case 'CLOSED_SESSION':
    case 'SESSION_DOES_NOT_EXIST':
    case 'WRONG_SESSION_STATUS':
    case 'ACCOUNT_DOES_NOT_EXIST':
      return consentEnded(HOST, 'other');
    case 'ASPSP_PSU_ACTION_REQUIRED':
      return consentEnded(HOST, 'action');
    case 'WRONG_AUTHORIZATION_CODE':
    case 'EXPIRED_AUTHORIZATION_CODE':
    case 'ALREADY_AUTHORIZED':
      return new PennyrowError(problem('source_consent_failed', { reason: 'code', host: HOST, words }));
    case 'REDIRECT_URI_NOT_ALLOWED':
      return new PennyrowError(problem('enable_banking_redirect', { url: redirectUrl }));
    case 'PSU_HEADER_NOT_PROVIDED':
    case 'PSU_HEADER_INVALID':
      return new PsuHeadersRejected(refused);
    case 'WRONG_TRANSACTIONS_PERIOD':
    case 'WRONG_DATE_INTERVAL':
    case 'PERIOD_INVALID': {
      const earliest = textField(asObject(fieldOf(body, 'detail')), 'date_from');
      return new PeriodRefused(refused, parseCalendarDate(earliest ?? ''));
    }
    case 'ASPSP_RATE_LIMIT_EXCEEDED':
      return raw.headers['retry-after'] === undefined ? bankBusy(words, nowMs) : null;
    case 'ASPSP_ERROR':
    case 'ASPSP_TIMEOUT':
      return new PennyrowError(
        problem('source_unavailable', { reason: 'other', host: HOST, status: String(raw.status), words }),
      );
    case 'ACCESS_DENIED':
    case 'ASPSP_ACCOUNT_NOT_ACCESSIBLE':
      return new PennyrowError(problem('enable_banking_not_linked', { words }));
    default:
      return raw.status === 401 || raw.status === 403 || code === 'WRONG_CREDENTIALS_PROVIDED'
        ? keyRefused(raw, words, nowMs)
        : null;
  }
}

function bankBusy(words: string | null, nowMs: number): RetryLater {
  const notBeforeMs = nowMs + BANK_BUSY_MS;
  return new RetryLater(problem('source_busy', { host: HOST, words, until: toInstant(notBeforeMs) }), {
    notBeforeMs,
    wasAsked: true,
  });
}

/** A token is dated by this machine's clock, so that a wrong one looks like a wrong key. */
function keyRefused(raw: RawAnswer, words: string | null, nowMs: number): PennyrowError {
  const theirs = Date.parse(raw.headers.date ?? '');
  const off = nowMs - theirs;
  return Math.abs(off) > MINUTE
    ? new PennyrowError(
        problem('enable_banking_clock', {
          direction: off > 0 ? 'fast' : 'other',
          minutes: Math.round(Math.abs(off) / MINUTE),
          host: HOST,
        }),
      )
    : new PennyrowError(problem('enable_banking_key', { words }));
}
