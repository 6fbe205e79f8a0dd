import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseRetryAfter } from '../../../platform/retry.ts';

/** A failed request without secrets: the library's own errors contain the token and must not leave this folder. */
export interface Failure {
  /** HTTP status; null if no answer arrived. */
  readonly status: number | null;
  /** Google's error code (`invalid_grant`, `rateLimitExceeded`, `SERVICE_DISABLED`) or the system's (`ECONNRESET`). */
  readonly reason: string;
  readonly message: string;
  readonly retryAfterMs: number | null;
  /** True if Google certainly never received the request. */
  readonly neverSent: boolean;
  /** True if the answer was an HTML page: from a proxy, a captive portal, or Google's page for browsers. */
  readonly isPage: boolean;
}

/** Codes for answers with a success status but without a usable body. */
export const WEB_PAGE = 'WEB_PAGE';
export const CUT_OFF = 'CUT_OFF';

export function unusableAnswer(code: typeof WEB_PAGE | typeof CUT_OFF): Error {
  return Object.assign(new Error(code), { code });
}

interface Answer {
  readonly status: number;
  readonly headers: unknown;
  readonly data: unknown;
}

export async function refusedAnswer({ status, headers, data }: Answer): Promise<Error> {
  const body = data instanceof Readable ? await text(data) : data;
  // The library reads `config`; keep it empty, because the original contains the token.
  return Object.assign(new Error(`HTTP ${status}`), { response: { status, headers, data: body, config: {} } });
}

/** Longer messages are cut, because some messages of Google contain the whole request. */
const LONGEST_MESSAGE = 300;

const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Certificate errors count as never sent: they end the connection before the request. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/;

export function failureOf(thrown: unknown): Failure {
  const response = field(thrown, 'response');
  const status = field(response, 'status');
  return typeof status === 'number' && status > 0 ? answered(status, response) : unanswered(thrown);
}

/** Google returns errors in three shapes: `{error: {...}}`, OAuth's `{error, error_description}`, and HTML pages. */
function answered(status: number, response: unknown): Failure {
  const body = parsed(field(response, 'data'));
  const error = field(body, 'error');
  const [first] = listed(field(error, 'errors'));
  const detail = listed(field(error, 'details')).find((each) => typeof field(each, 'reason') === 'string');
  const reason = [error, field(detail, 'reason'), field(first, 'reason'), field(error, 'status')].find(
    (each) => typeof each === 'string',
  );
  const message = [field(error, 'message'), field(body, 'error_description')].find((each) => typeof each === 'string');
  return {
    status,
    reason: reason ?? '',
    message: shortened(message ?? ''),
    retryAfterMs: parseRetryAfter(headerIn(field(response, 'headers'), 'retry-after'), Date.now()),
    neverSent: false,
    isPage: isPage(response),
  };
}

function unanswered(thrown: unknown): Failure {
  const causes = causesOf(thrown);
  const codes = causes
    .flatMap((cause) => [field(cause, 'code'), field(cause, 'name')])
    .filter((code) => typeof code === 'string');
  const reason =
    codes.find((code) => code === 'TimeoutError' || /^[A-Z][A-Z_0-9]{3,}$/.test(code)) ?? codes.at(-1) ?? '';
  const isConnecting = causes.some(
    (cause) => field(cause, 'syscall') === 'connect' || field(cause, 'erroredSysCall') === 'connect',
  );
  return {
    status: null,
    reason,
    message: '',
    retryAfterMs: null,
    neverSent: NEVER_SENT.has(reason) || isConnecting || isCertificate(reason),
    isPage: reason === WEB_PAGE,
  };
}

export function isCertificate(reason: string): boolean {
  return CERTIFICATE.test(reason);
}

export function isPage(response: unknown): boolean {
  return headerIn(field(response, 'headers'), 'content-type')?.startsWith('text/html') === true;
}

function causesOf(thrown: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let cause = thrown; cause instanceof Error && causes.length < 10; cause = cause.cause) causes.push(cause);
  return causes;
}

function headerIn(headers: unknown, name: string): string | null {
  return typeof field(headers, 'get') === 'function' ? (headers as Headers).get(name) : null;
}

function parsed(data: unknown): unknown {
  if (typeof data !== 'string') return data;
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return null;
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function shortened(message: string): string {
  return message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;
}
