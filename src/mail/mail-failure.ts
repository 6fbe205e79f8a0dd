import { oneLine } from '../core/one-line.ts';
import type { ProblemParameters } from '../messages/parameters.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';

type Reason = ProblemParameters['mail_failed']['reason'];

/** Enough for what a server says of a failure, and no more. */
const SAID_LENGTH = 200;

/** What the library says of a failure; all of it may be missing. */
interface LibraryFailure {
  readonly code?: unknown;
  readonly cause?: { readonly code?: unknown };
  readonly command?: unknown;
  readonly response?: unknown;
  readonly responseCode?: unknown;
  readonly message?: unknown;
}

/** Why a mail server did not take a message. */
export function mailFailure(thrown: unknown, host: string): PennyrowError {
  const failure = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as LibraryFailure;
  const response = typeof failure.response === 'string' ? oneLine(failure.response, SAID_LENGTH) : '';
  return new PennyrowError(
    problem('mail_failed', { host, reason: reasonOf(failure), said: response === '' ? null : response }),
    { cause: thrown },
  );
}

function reasonOf({ code, cause, command, responseCode, message }: LibraryFailure): Reason {
  const status = typeof responseCode === 'number' ? responseCode : 0;
  const stage = typeof command === 'string' ? command : '';
  const codes = `${String(code)} ${String(cause?.code)} ${typeof message === 'string' ? message : ''}`;
  // A server that is busy says so at any point, also at the login.
  if (status >= 400 && status < 500) return 'busy';
  if (/CERT|SELF_SIGNED|SELF-SIGNED|ISSUER|ALTNAME|altnames|certificate|UNABLE_TO_VERIFY/i.test(codes))
    return 'certificate';
  if (code === 'EAUTH' || code === 'ENOAUTH' || status === 530 || status === 535) return 'login';
  if (code === 'ETLS' || /STARTTLS|SSL|EPROTO\b|wrong version/i.test(`${stage} ${codes}`)) return 'encryption';
  if (stage === 'RCPT TO') return 'recipient';
  if (stage === 'MAIL FROM') return 'sender';
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(codes)) return 'name';
  if (code === 'ETIMEDOUT' || /ETIMEDOUT/.test(codes)) return 'time';
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/.test(codes)) return 'unreachable';
  if (status >= 500) return 'refused';
  return 'other';
}
