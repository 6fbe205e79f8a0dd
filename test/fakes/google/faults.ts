import { driveFault, GoogleFault, rpcFault } from './google-error.ts';
import { quotaFault } from './quota.ts';

/** A call by its id in Google's API descriptions, or an OAuth endpoint; `*` matches any call. */
export type CallId = 'oauth.token' | 'oauth.revoke' | `drive.${string}` | `sheets.${string}` | '*';

/** An error response of Google. */
export interface ErrorShape {
  readonly status: number;
  /**
   * For 403: PERMISSION_DENIED (the default), SERVICE_DISABLED, accessNotConfigured, rateLimitExceeded,
   * userRateLimitExceeded, insufficientPermissions, appNotAuthorizedToFile, insufficientFilePermissions.
   */
  readonly reason?: string;
  readonly retryAfterSeconds?: number;
  /** Sends a proxy's HTML page instead of the API's JSON. */
  readonly html?: boolean;
}

export type FaultKind =
  | ErrorShape
  /** The connection breaks before any byte of the answer arrives. */
  | 'reset'
  /** The connection breaks in the middle of the answer. */
  | 'reset-midway'
  /** No answer ever arrives. */
  | 'hang'
  /** The first half of the answer arrives, then nothing more. */
  | 'stall-midway'
  /** The first half of the answer arrives, and HTTP marks it as complete. */
  | 'truncated'
  /** The complete answer arrives in ten pieces with this delay between them. */
  | { readonly trickleMs: number };

export interface Fault {
  readonly call: CallId;
  readonly how: FaultKind;
  /** `after`: the call takes effect before it fails. Default: `before`, without effect. */
  readonly when?: 'before' | 'after';
  /** The number of affected calls; one by default. */
  readonly times?: number;
  /** How many calls succeed before the fault. */
  readonly skip?: number;
}

interface Planned {
  readonly fault: Fault;
  left: number;
  toSkip: number;
}

/** The faults that future calls will get. */
export class FaultPlan {
  #planned: Planned[] = [];

  add(fault: Fault): void {
    this.#planned.push({ fault, left: fault.times ?? 1, toSkip: fault.skip ?? 0 });
  }

  clear(): void {
    this.#planned = [];
  }

  /** Returns the fault for this call, if any, and counts it as used. */
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

/** Formats the error as the API of the call does. */
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
