import { driveFault, GoogleFault, rpcFault } from './google-error.ts';
import { quotaFault } from './quota.ts';

/** A call by its id in Google's descriptions, or one of the pages of OAuth; `*` is any. */
export type CallId = 'oauth.token' | 'oauth.revoke' | `drive.${string}` | `sheets.${string}` | '*';

/** An answer of Google's that is an error. */
export interface ErrorShape {
  readonly status: number;
  /**
   * For 403: PERMISSION_DENIED (the default), SERVICE_DISABLED, accessNotConfigured, rateLimitExceeded,
   * userRateLimitExceeded, insufficientPermissions, appNotAuthorizedToFile, insufficientFilePermissions.
   */
  readonly reason?: string;
  readonly retryAfterSeconds?: number;
  /** A page of a proxy in front instead of the API's own JSON. */
  readonly html?: boolean;
}

export type FaultKind =
  | ErrorShape
  /** The line breaks before anything of the answer has come. */
  | 'reset'
  /** The line breaks in the middle of the answer. */
  | 'reset-midway'
  /** Nothing ever comes. */
  | 'hang'
  /** The first half of the answer comes, and then nothing more. */
  | 'stall-midway'
  /** The answer is right, but ends early, as if it were whole. */
  | 'truncated'
  /** The answer is right, and late. */
  | { readonly slowMs: number }
  /** The answer is right, and comes in ten pieces, so long after each other. */
  | { readonly trickleMs: number };

export interface Fault {
  readonly call: CallId;
  readonly how: FaultKind;
  /** Whether the call takes effect before the fault; before by default. */
  readonly when?: 'before' | 'after';
  /** Once by default. */
  readonly times?: number;
  /** Lets this many of its calls pass first. */
  readonly skip?: number;
}

interface Planned {
  readonly fault: Fault;
  left: number;
  toSkip: number;
}

/** What will go wrong. */
export class FaultPlan {
  #planned: Planned[] = [];

  add(fault: Fault): void {
    this.#planned.push({ fault, left: fault.times ?? 1, toSkip: fault.skip ?? 0 });
  }

  clear(): void {
    this.#planned = [];
  }

  /** The fault that hits this call, if any; it is used up. */
  take(call: string): Fault | null {
    for (const planned of this.#planned) {
      if (planned.left === 0 || (planned.fault.call !== '*' && planned.fault.call !== call)) continue;
      if (planned.toSkip > 0) {
        planned.toSkip -= 1;
        continue;
      }
      planned.left -= 1;
      return planned.fault;
    }
    return null;
  }
}

const WORDS: Readonly<Record<number, string>> = {
  400: 'Request contains an invalid argument.',
  401: 'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
  403: 'The caller does not have permission',
  404: 'Requested entity was not found.',
  409: 'The operation was aborted.',
  499: 'The operation was cancelled.',
  500: 'Internal error encountered.',
  502: 'Bad Gateway',
  503: 'The service is currently unavailable.',
  504: 'Deadline expired before operation could complete.',
};

const REASONS: Readonly<Record<string, string>> = {
  rateLimitExceeded: 'Rate Limit Exceeded',
  userRateLimitExceeded: 'User Rate Limit Exceeded',
  SERVICE_DISABLED:
    'Google Sheets API has not been used in project 123456789 before or it is disabled. Enable it by visiting https://console.developers.google.com/apis/api/sheets.googleapis.com/overview?project=123456789 then retry.',
  accessNotConfigured:
    'Google Drive API has not been used in project 123456789 before or it is disabled. Enable it by visiting https://console.developers.google.com/apis/api/drive.googleapis.com/overview?project=123456789 then retry.',
  insufficientPermissions: 'Insufficient Permission: Request had insufficient authentication scopes.',
  appNotAuthorizedToFile: 'The user has not granted the app 123456789 write access to the file.',
  insufficientFilePermissions: 'The user does not have sufficient permissions for this file.',
};

/** The error as the API of the call would word it. */
export function errorAnswer({ status, reason, retryAfterSeconds, html }: ErrorShape, call: string): GoogleFault {
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  if (html === true) return new GoogleFault(status, htmlPage(status), headers);
  if (call.startsWith('oauth.'))
    return new GoogleFault(
      status,
      { error: reason ?? 'internal_failure', error_description: WORDS[status] ?? 'Error' },
      headers,
    );
  if (status === 429 && call.startsWith('sheets.'))
    return quotaFault(/\.(batchUpdate|create)$/.test(call) ? 'Write' : 'Read', ' per user', 60, headers);
  if (call.startsWith('drive.'))
    return driveFault(
      status,
      driveReason(status, reason),
      REASONS[reason ?? ''] ?? WORDS[status] ?? 'Error',
      reason?.endsWith('LimitExceeded') === true ? { domain: 'usageLimits' } : {},
      headers,
    );
  const details =
    reason === undefined || !(reason in REASONS)
      ? undefined
      : [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }];
  return rpcFault(status, REASONS[reason ?? ''] ?? WORDS[status] ?? 'Error', details, headers);
}

const DRIVE_REASONS: Readonly<Record<number, string>> = {
  400: 'badRequest',
  401: 'authError',
  403: 'forbidden',
  404: 'notFound',
  409: 'conflict',
  429: 'rateLimitExceeded',
  500: 'internalError',
  502: 'backendError',
  503: 'backendError',
  504: 'backendError',
};

function driveReason(status: number, reason: string | undefined): string {
  return reason !== undefined && reason in REASONS ? reason : (DRIVE_REASONS[status] ?? 'backendError');
}

export function htmlPage(status: number): string {
  return `<!DOCTYPE html>\n<html lang=en>\n<meta charset=utf-8>\n<title>Error ${status}</title>\n<p><b>${status}.</b> <ins>That’s an error.</ins>\n<p>The server encountered an error and could not complete your request. <ins>That’s all we know.</ins>\n`;
}
