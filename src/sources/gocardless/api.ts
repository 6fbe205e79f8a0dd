import * as z from 'zod/mini';
import type { PennyrowError } from '../../platform/errors.ts';
import { asObject, parseJson, textField } from '../json.ts';
import type { RawResponse } from '../request.ts';
import { serviceBusy } from '../response-errors.ts';
import { consentedAccount, consentEnded } from '../service/consent.ts';
import {
  createService,
  type Service,
  type ServiceOptions,
  readErrorText,
  type TokenExchange,
} from '../service/service.ts';
import type { RetryLater } from '../source.ts';

interface ApiOptions extends Pick<ServiceOptions, 'archive' | 'clock' | 'network' | 'signal'> {
  readonly secretId: string;
  readonly secretKey: string;
}

/** Counts no requests against the bank's limit, because the caller counts a whole fetch as one. */
export function openApi(options: ApiOptions): Service {
  const { secretId, secretKey, clock } = options;
  return createService({
    ...options,
    budget: undefined,
    root: `https://${HOST}/api/v2`,
    credentials: tokenExchange(secretId, secretKey),
    secrets: [secretId, secretKey],
    access: 'key',
    explain: (raw) => explainError(raw, clock.now()),
  });
}

/** Access tokens last a day. The refresh token is unnecessary, because the secret yields new tokens. */
function tokenExchange(secretId: string, secretKey: string): TokenExchange {
  return {
    path: 'token/new/',
    json: { secret_id: secretId, secret_key: secretKey },
    read: (answer) => {
      const token = textField(answer, 'access');
      if (token === null) return null;
      const refresh = textField(answer, 'refresh');
      return {
        headers: { Authorization: `Bearer ${token}` },
        secrets: [token, ...(refresh === null ? [] : [refresh])],
      };
    },
    isExpired: isTokenExpired,
  };
}

export const HOST = 'bankaccountdata.gocardless.com';

const account = z.extend(consentedAccount, {
  id: z.string(),
});

const sealed = z.object({
  secretId: z.string(),
  secretKey: z.string(),
  requisition: z.string(),
  historyFrom: z.string(),
  /** Requests for names and numbers count towards the bank's limit, so they are made only once, right after the consent. */
  accounts: z.array(account),
});

export type StoredAccount = z.infer<typeof account>;

export type StoredConsent = z.infer<typeof sealed>;

export function parseConsent(text: string): StoredConsent {
  return sealed.parse(JSON.parse(text));
}

const ENDED: readonly (readonly [pattern: RegExp, reason: 'expired' | 'other' | 'revoked'])[] = [
  [/End User Agreement \(EUA\).*has expired|EUAExpired/s, 'expired'],
  [/AccessExpiredError/, 'revoked'],
  [/AccountInactiveError|Account suspended|AccountSuspended|ConnectionExpired/, 'other'],
];

/** Maps errors in GoCardless's document "Statuses and error messages" to errors with a remedy; null for all other errors. */
function explainError(raw: RawResponse, nowMs: number): PennyrowError | null {
  const text = errorText(raw);
  const reason = ENDED.find(([pattern]) => pattern.test(text))?.[1];
  if (reason !== undefined && raw.status >= 400 && raw.status < 500) return consentEnded(HOST, reason);
  // GoCardless sends 404 for a deleted requisition and for the accounts that it covered.
  if (raw.status === 404) return consentEnded(HOST, 'other');
  return raw.status === 429 ? busy(raw, nowMs) : null;
}

/** GoCardless reports both an expired token and an ended permission as 401, so only the text distinguishes them. */
function isTokenExpired(raw: RawResponse): boolean {
  return raw.status === 401 && /token|credentials/i.test(errorText(raw));
}

function errorText({ text }: RawResponse): string {
  const body = asObject(parseJson(text));
  return ['type', 'summary', 'detail'].map((name) => textField(body, name) ?? '').join('\n');
}

/** A header says when a bank's rate limit ends; the text says when GoCardless's own rate limit ends. */
function busy(raw: RawResponse, nowMs: number): RetryLater | null {
  const seconds =
    number(raw.headers['http_x_ratelimit_account_success_reset']) ??
    number(/try again in (\d+) seconds/i.exec(errorText(raw))?.[1]);
  return seconds === null ? null : serviceBusy(HOST, readErrorText(raw.text), nowMs + Math.min(seconds, A_DAY) * 1000);
}

const A_DAY = 86_400;

function number(text: string | readonly string[] | undefined): number | null {
  const first = typeof text === 'string' ? text : text?.[0];
  return first !== undefined && /^\d{1,9}$/.test(first.trim()) ? Number(first) : null;
}
