import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import * as z from 'zod/mini';
import { type CalendarDate, parseCalendarDate } from '../../core/calendar-date.ts';
import type { Problem } from '../../messages/parameters.ts';
import { problem } from '../../messages/problem.ts';
import { createError, PennyrowError } from '../../platform/errors.ts';
import { asObject, objectField, parseJson, textField } from '../json.ts';
import type { RawResponse } from '../request.ts';
import { serviceBusy } from '../response-errors.ts';
import { consentedAccount, consentEnded } from '../service/consent.ts';
import { createService, type Service, type ServiceOptions, readErrorText } from '../service/service.ts';

interface ApiOptions extends Pick<ServiceOptions, 'archive' | 'clock' | 'network' | 'signal'> {
  readonly applicationId: string;
  readonly privateKey: KeyObject;
  readonly sessionId?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly redirectUrl?: string;
}

/** The API for one fetch or test. Counts no requests against the bank's limit: `countUnattended` counts a whole fetch as one. */
export function openApi(options: ApiOptions): Service {
  const { applicationId, privateKey, sessionId = '', headers = {}, redirectUrl = '', clock } = options;
  const token = createApiToken(applicationId, privateKey, clock.now());
  return createService({
    ...options,
    budget: undefined,
    root: `https://${HOST}`,
    credentials: { Authorization: `Bearer ${token}`, ...headers },
    secrets: [token, sessionId],
    access: 'other',
    explain: (raw) => explainError(raw, clock.now(), redirectUrl),
  });
}

/** Production and sandbox share this host; the application id decides which of them is used. */
export const HOST = 'api.enablebanking.com';

/** The lifetime of a token in seconds; longer than any fetch. Enable Banking allows up to a day. */
const LIFE = 3600;

/** Seconds by which `iat` is set back, so that a fast clock of this machine does not date the token in the future. */
const SLACK = 60;

function createApiToken(applicationId: string, privateKey: KeyObject, nowMs: number): string {
  const issuedAt = Math.floor(nowMs / 1000) - SLACK;
  const header = { typ: 'JWT', alg: 'RS256', kid: applicationId };
  const claims = { iss: 'enablebanking.com', aud: 'api.enablebanking.com', iat: issuedAt, exp: issuedAt + LIFE };
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
}

const account = z.extend(consentedAccount, {
  uid: z.string(),
});

const sealed = z.object({
  applicationId: z.string(),
  privateKey: z.string(),
  sessionId: z.string(),
  /** Stored, because Enable Banking sends names and numbers only once, with the consent. */
  accounts: z.array(account),
  /** Headers that the bank requires to treat a request as attended by the user. */
  personHeaders: z.array(z.string()),
});

export type StoredAccount = z.infer<typeof account>;

export type StoredConsent = z.infer<typeof sealed>;

export function parseConsent(text: string): StoredConsent {
  return sealed.parse(JSON.parse(text));
}

export function keyOf({ privateKey }: Pick<StoredConsent, 'privateKey'>): KeyObject {
  return createPrivateKey(privateKey);
}

export class PsuHeadersRejected extends PennyrowError {}

export class PeriodRefused extends PennyrowError {
  readonly earliest: CalendarDate | null;

  constructor(refused: Problem, earliest: CalendarDate | null) {
    super(refused);
    this.earliest = earliest;
  }
}

const MINUTE = 60_000;

/** Banks limit requests per 24 hours and do not say when the next is allowed; retry after six hours. */
const BANK_BUSY_MS = 6 * 60 * MINUTE;

function explainError(raw: RawResponse, nowMs: number, redirectUrl: string): PennyrowError | null {
  const body = asObject(parseJson(raw.text));
  // Enable Banking passes on the errors of some banks unchanged: N26 sends its code in `code`.
  const code = textField(body, 'error') ?? textField(body, 'code');
  const words = readErrorText(raw.text);
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
      return createError('consent_failed', { reason: 'code', host: HOST, words });
    case 'REDIRECT_URI_NOT_ALLOWED':
      return createError('enable_banking_redirect', { url: redirectUrl });
    case 'PSU_HEADER_NOT_PROVIDED':
    case 'PSU_HEADER_INVALID':
      return new PsuHeadersRejected(refused);
    case 'WRONG_TRANSACTIONS_PERIOD':
    case 'WRONG_DATE_INTERVAL':
    case 'PERIOD_INVALID': {
      const earliest = textField(objectField(body, 'detail'), 'date_from');
      return new PeriodRefused(refused, parseCalendarDate(earliest ?? ''));
    }
    case 'ASPSP_RATE_LIMIT_EXCEEDED':
      return raw.headers['retry-after'] === undefined ? serviceBusy(HOST, words, nowMs + BANK_BUSY_MS) : null;
    case 'ASPSP_ERROR':
    case 'ASPSP_TIMEOUT':
      return createError('source_unavailable', { reason: 'other', host: HOST, status: String(raw.status), words });
    case 'ACCESS_DENIED':
    case 'ASPSP_ACCOUNT_NOT_ACCESSIBLE':
      return createError('enable_banking_not_linked', { words });
    default:
      return raw.status === 401 || raw.status === 403 || code === 'WRONG_CREDENTIALS_PROVIDED'
        ? keyRefused(raw, words, nowMs)
        : null;
  }
}

/** A token is dated by this machine's clock, so a wrong clock looks like a wrong key. */
function keyRefused(raw: RawResponse, words: string | null, nowMs: number): PennyrowError {
  const theirs = Date.parse(raw.headers.date ?? '');
  const off = nowMs - theirs;
  return Math.abs(off) > MINUTE
    ? createError('enable_banking_clock', {
        direction: off > 0 ? 'fast' : 'other',
        minutes: Math.round(Math.abs(off) / MINUTE),
        host: HOST,
      })
    : createError('enable_banking_key', { words });
}
