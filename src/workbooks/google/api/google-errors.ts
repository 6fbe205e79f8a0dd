import { oneLine } from '../../../core/one-line.ts';
import type { Problem } from '../../../messages/parameters.ts';
import { problem, problemOf } from '../../../messages/problem.ts';
import { createError, PennyrowError } from '../../../platform/errors.ts';
import { CUT_OFF, isCertificate, type Failure } from './failure.ts';

/** Google rejected a request as invalid (400). `words` explain it to the caller. */
export class GoogleRefusal extends PennyrowError {
  readonly words: string;

  constructor(reason: string, words: string) {
    super(problem('workbook_google', { reason: 'refused', words: sentence(words || reason), status: '400' }));
    this.words = words;
  }
}

/** The owner of the grant: the address of a service account, which some messages contain; null for a user. */
export interface Grantee {
  readonly serviceAccount: string | null;
}

/** Reasons for rate limits, which Google counts per minute. */
const LIMIT_REASONS = new Set([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
  'dailyLimitExceeded',
  'RATE_LIMIT_EXCEEDED',
  'RESOURCE_EXHAUSTED',
]);
const API_OFF_REASONS = new Set(['SERVICE_DISABLED', 'accessNotConfigured']);
const CLIENT_REASONS = new Set([
  'invalid_client',
  'deleted_client',
  'unauthorized_client',
  'disabled_client',
  'org_internal',
]);

export function isLimit({ status, reason }: Failure): boolean {
  return status === 429 || (status === 403 && LIMIT_REASONS.has(reason));
}

export function apiError(failure: Failure, grantee: Grantee): PennyrowError {
  const { status, reason, message } = failure;
  const { serviceAccount } = grantee;
  if (status === null) return offline(failure);
  if (isLimit(failure)) return busy(failure);
  if (isFromAnother(failure)) return webPage(failure);
  if (status === 401) return reconnect(grantee, failure);
  // `appNotAuthorizedToFile`: the user can see the file but did not pick it for Pennyrow.
  if (status === 404 || reason === 'appNotAuthorizedToFile')
    return googleError(problem('workbook_missing', { reason: 'google', name: serviceAccount }));
  if (API_OFF_REASONS.has(reason))
    return googleError(problem('workbook_google_api_off', { words: sentence(message || reason) }), failure);
  const words = sentence(message || reason || 'access denied');
  if (status === 403) return googleError(problem('workbook_no_access', { name: null, words, serviceAccount }), failure);
  if (status === 400) return new GoogleRefusal(reason, message);
  return googleError(failing('other', status, message), failure);
}

/** Converts a failed token request: to `workbook_reconnect` if Google rejected the grant for good. */
export function tokenError(failure: Failure, grantee: Grantee): PennyrowError {
  const { status, reason, message } = failure;
  if (status === null) return offline(failure);
  if (isFromAnother(failure)) return webPage(failure);
  if (isWrongClock(failure)) return googleError(problem('workbook_google_clock', {}), failure);
  if (CLIENT_REASONS.has(reason)) return lost('client', reason, failure);
  if (status === 400 || status === 401) return reconnect(grantee, failure);
  if (status === 429) return busy(failure);
  return googleError(failing('token', status, message || reason), failure);
}

export function retryNotice(failure: Failure, milliseconds: number): Problem {
  const cause = problemOf(apiError(failure, { serviceAccount: null }));
  return problem('workbook_retry', { cause, seconds: Math.max(1, Math.round(milliseconds / 1000)) });
}

/** Google may have executed the write: only the marker in the spreadsheet shows if it did. */
export function uncertain(failure: Failure): PennyrowError {
  return googleError(problem('workbook_write_uncertain', {}), failure);
}

export function reconnect({ serviceAccount }: Grantee, failure?: Failure): PennyrowError {
  return serviceAccount === null ? lost('revoked', '', failure) : lost('key', serviceAccount, failure);
}

function lost(reason: 'client' | 'key' | 'revoked', detail: string, failure: Failure | undefined): PennyrowError {
  return googleError(problem('workbook_reconnect', { reason, detail, kind: 'google' }), failure);
}

export function busy(failure?: Failure): PennyrowError {
  return googleError(problem('workbook_quota', {}), failure);
}

export function tooSlow(): PennyrowError {
  return googleError(problem('workbook_offline', { reason: 'slow', detail: '' }));
}

export function isSilent({ code, params }: PennyrowError): boolean {
  return code === 'workbook_offline' && 'reason' in params && params.reason === 'timeout';
}

export function brokeOff(cause?: unknown): PennyrowError {
  return createError('workbook_google', { reason: 'brokenOff', words: null, status: '' }, { cause });
}

/** True for HTML pages of other servers, such as proxies: Google's APIs send HTML only with 5xx errors. */
export function isFromAnother({ isPage, status }: Failure): boolean {
  return isPage && (status === null || status < 500);
}

function webPage(failure: Failure): PennyrowError {
  const { status } = failure;
  return googleError(problem('workbook_web_page', { status: status === null ? null : String(status) }), failure);
}

function offline(failure: Failure): PennyrowError {
  if (isFromAnother(failure)) return webPage(failure);
  const { reason: detail, neverSent } = failure;
  const because = (reason: 'certificate' | 'cutOff' | 'other' | 'timeout'): PennyrowError =>
    googleError(problem('workbook_offline', { reason, detail }), failure);
  if (detail === CUT_OFF) return brokeOff();
  if (detail === 'TimeoutError') return because('timeout');
  if (isCertificate(detail)) return because('certificate');
  return because(neverSent ? 'other' : 'cutOff');
}

function failing(reason: 'token' | 'other', status: number, text: string): Problem {
  return problem('workbook_google', { reason, words: text === '' ? null : sentence(text), status: String(status) });
}

function isWrongClock({ reason, message }: Failure): boolean {
  return reason === 'invalid_grant' && /reasonable timeframe|short-lived token|\biat\b/i.test(message);
}

function googleError(reported: Problem, failure?: Failure): PennyrowError {
  if (failure === undefined) return new PennyrowError(reported);
  const { status, reason, message } = failure;
  const cause = oneLine(status === null ? `no answer (${reason})` : `HTTP ${status} ${reason} ${message}`);
  return new PennyrowError(reported, { cause: new Error(cause) });
}

function sentence(words: string): string {
  const text = oneLine(words);
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
