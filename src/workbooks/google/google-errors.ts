import { oneLine } from '../../core/one-line.ts';
import { PennyrowError, type ErrorCode } from '../../platform/errors.ts';
import { isCertificate, type Failure } from './failure.ts';

/** Google refused a request as wrong (400); `reason` and `words` say what about it, for the caller that made it. */
export class GoogleRefusal extends PennyrowError {
  readonly reason: string;
  readonly words: string;

  constructor(reason: string, words: string) {
    super(
      'workbook_google',
      `Google refused the request: ${sentence(words, reason)}`,
      'Try again; if it stays so, report it with the words above.',
    );
    this.reason = reason;
    this.words = words;
  }
}

/** The address of the service account, for which some remedies differ; null for a person's grant. */
export interface Grantee {
  readonly serviceAccount: string | null;
}

/** Both are commands; the dashboard has a button for each. */
const RECONNECT_REMEDY =
  'Connect it again with `pennyrow workbook connect google --reconnect`: nothing else changes, and what is waiting is synced then.';
const OWN_CLIENT =
  'Enter the OAuth client anew with `pennyrow workbook google-client set`, then connect again with `pennyrow workbook connect google --reconnect`.';

/** Google's hourglass for quotas is a minute. */
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

/** What a person is told when a request to an API failed for good. */
export function apiError(failure: Failure, grantee: Grantee): PennyrowError {
  const { status, reason, message } = failure;
  if (status === null) return offline(failure);
  if (isLimit(failure)) return busy(failure);
  if (isFromAnother(failure)) return webPage(failure);
  if (status === 401) return reconnect(grantee, failure);
  // The second is a file that the person can see, and that was not picked for Pennyrow.
  if (status === 404 || reason === 'appNotAuthorizedToFile') return missing(grantee);
  if (API_OFF_REASONS.has(reason)) return apiOff(failure);
  if (status === 403) return noAccess(grantee, failure);
  if (status === 400) return new GoogleRefusal(reason, message);
  return told(
    'workbook_google',
    `Google has a problem of its own: ${sentence(message, `it answered ${status}`)}`,
    'Nothing is lost; try again in some minutes.',
    failure,
  );
}

/** The same for the token that every request needs; `isLost`: only a person can put it right. */
export function tokenError(
  failure: Failure,
  grantee: Grantee,
): { readonly error: PennyrowError; readonly isLost: boolean } {
  const { status, reason, message } = failure;
  if (status === null) return { error: offline(failure), isLost: false };
  if (isFromAnother(failure)) return { error: webPage(failure), isLost: false };
  if (isWrongClock(failure)) {
    return {
      error: told(
        'workbook_google_clock',
        "Google does not accept this machine's clock.",
        'Set date and time of this machine right (best by itself, over the network), then try again.',
        failure,
      ),
      isLost: false,
    };
  }
  if (CLIENT_REASONS.has(reason)) {
    const error = told(
      'workbook_reconnect',
      `Google no longer accepts the OAuth client that the spreadsheet was connected with (${reason}).`,
      OWN_CLIENT,
      failure,
    );
    return { error, isLost: true };
  }
  if (status === 400 || status === 401) return { error: reconnect(grantee, failure), isLost: true };
  if (status === 429) return { error: busy(failure), isLost: false };
  return {
    error: told(
      'workbook_google',
      `Google gave no access now: ${sentence(message, reason || `it answered ${status}`)}`,
      'Try again in some minutes.',
      failure,
    ),
    isLost: false,
  };
}

/** For anyone who waits: why, and until when. */
export function retryNotice(failure: Failure, milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return `${apiError(failure, { serviceAccount: null }).message} Pennyrow tries again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`;
}

/** It may have been written, or not; asked for the marker, the spreadsheet itself tells. */
export function uncertain(failure: Failure): PennyrowError {
  return told(
    'workbook_write_uncertain',
    'Google did not say whether it wrote the spreadsheet.',
    'Nothing is lost or doubled: Pennyrow looks before it writes again.',
    failure,
  );
}

export function reconnect({ serviceAccount }: Grantee, failure?: Failure): PennyrowError {
  return serviceAccount === null
    ? told(
        'workbook_reconnect',
        'Google no longer accepts the permission to use the spreadsheet: it was withdrawn, or it has run out.',
        RECONNECT_REMEDY,
        failure,
      )
    : told(
        'workbook_reconnect',
        `Google no longer accepts the key of the service account ${serviceAccount}.`,
        'Make a new key in the Google Cloud console, then connect again with `pennyrow workbook connect google --service-account KEY.json --spreadsheet LINK`.',
        failure,
      );
}

export function busy(failure?: Failure): PennyrowError {
  return told(
    'workbook_quota',
    'Google lets no more requests through for now: the limit for each minute is used up.',
    'Nothing is lost. Try again in a few minutes; a schedule goes on at its next time. If it happens often, let the syncs of several accounts begin at different times.',
    failure,
  );
}

export function tooSlow(): PennyrowError {
  return new PennyrowError(
    'workbook_offline',
    'Google does not answer in time.',
    'Nothing is lost. Try again in a minute.',
  );
}

/** A refusal of Google's APIs is JSON; its page for an error of its own (502) is not meant. */
export function isFromAnother({ isPage, status }: Failure): boolean {
  return isPage && (status === null || status < 500);
}

function webPage(failure: Failure): PennyrowError {
  const { status } = failure;
  return told(
    'workbook_web_page',
    `What answers in Google's place is a web page${status === null ? '' : ` (${status})`}: a proxy, a firewall or the sign-in page of this network stands in between.`,
    'Open https://docs.google.com in a browser on this machine and do what the page asks for, then try again. Nothing was changed.',
    failure,
  );
}

function offline(failure: Failure): PennyrowError {
  if (isFromAnother(failure)) return webPage(failure);
  if (failure.reason === 'TimeoutError')
    return told(
      'workbook_offline',
      'Google does not answer in time.',
      'Check the connection to the internet, then try again. Nothing is lost.',
      failure,
    );
  if (isCertificate(failure.reason)) {
    return told(
      'workbook_offline',
      `Google cannot be reached safely: what answers shows a certificate that is not trusted (${failure.reason}).`,
      'Check the date and time of this machine. A proxy or a virus scanner may stand in between: give its certificate to Node by NODE_EXTRA_CA_CERTS. Nothing was sent.',
      failure,
    );
  }
  if (!failure.neverSent)
    return told(
      'workbook_offline',
      'The connection to Google was cut off before its answer was whole.',
      'Check the connection to the internet, then try again. Nothing is lost.',
      failure,
    );
  return told(
    'workbook_offline',
    'Google cannot be reached.',
    'Check the connection to the internet, then try again; a running service does so by itself.',
    failure,
  );
}

function missing({ serviceAccount }: Grantee): PennyrowError {
  return new PennyrowError(
    'workbook_missing',
    serviceAccount === null
      ? 'Google finds no such spreadsheet for Pennyrow: it was removed, or it was not picked for Pennyrow by this Google account.'
      : `Google finds no such spreadsheet for the service account ${serviceAccount}.`,
    serviceAccount === null
      ? 'Take it out of the bin in Google Drive if it is there; else connect again and pick it, with `pennyrow workbook connect google --existing`.'
      : `Share the spreadsheet with ${serviceAccount} as an editor, and check the link.`,
  );
}

function noAccess({ serviceAccount }: Grantee, failure: Failure): PennyrowError {
  return told(
    'workbook_no_access',
    `Google does not let Pennyrow do this with the spreadsheet: ${sentence(failure.message, failure.reason || 'access denied')}`,
    serviceAccount === null
      ? 'Check in the spreadsheet that you may edit it and that its sheets are not protected against you.'
      : `Share the spreadsheet with ${serviceAccount} as an editor, and check that its sheets are not protected.`,
    failure,
  );
}

function apiOff(failure: Failure): PennyrowError {
  return told(
    'workbook_google_api_off',
    `A Google API is not switched on for the OAuth client: ${sentence(failure.message, failure.reason)}`,
    "Switch on the Google Sheets API and the Google Drive API for the client's project in the Google Cloud console, wait some minutes, and try again.",
    failure,
  );
}

/** Google says so in words only. */
function isWrongClock({ reason, message }: Failure): boolean {
  return reason === 'invalid_grant' && /reasonable timeframe|short-lived token|\biat\b/i.test(message);
}

function told(code: ErrorCode, message: string, remedy: string, failure: Failure | undefined): PennyrowError {
  return new PennyrowError(
    code,
    message,
    remedy,
    failure === undefined ? {} : { cause: new Error(causeText(failure)) },
  );
}

/** What a developer wants to see in the log, and no more: never the request. */
function causeText({ status, reason, message }: Failure): string {
  return oneLine(status === null ? `no answer (${reason})` : `HTTP ${status} ${reason} ${message}`);
}

function sentence(words: string, otherwise: string): string {
  const text = oneLine(words) || otherwise;
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
