import type { Problem } from '../../messages/parameters.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError, toPennyrowError } from '../../platform/errors.ts';
import { readAccessUrl } from './access.ts';
import { ask, type Line, type RawAnswer } from '../ask.ts';
import { blocked, isBlocked } from '../refusal.ts';
import { isServersOwn } from './origins.ts';

/**
 * Trades the claim URL of a setup token for the Access URL, which the server gives out once and never again: anyone who
 * calls this saves what it returns before anything else. Throws `source_token_spent` when the token is unknown or
 * was claimed before, and `source_blocked` when something else than the server refused, so that the token is as it was.
 */
export async function claim(
  url: URL,
  { signal, line = {} }: { readonly signal: AbortSignal; readonly line?: Line },
): Promise<string> {
  const { host } = url;
  const raw = await ask({ url, method: 'POST', signal, line: { ...line, maximumBytes: 65_536 } }).catch(
    (thrown: unknown) => {
      throw unanswered(thrown, host);
    },
  );
  const accessUrl = raw.text.trim();
  if (raw.status === 200 && readAccessUrl(accessUrl) !== null) return accessUrl;
  throw refused(raw, host);
}

function refused(raw: RawAnswer, host: string): PennyrowError {
  const { status } = raw;
  if (status === 403 && isServersOwn(raw)) return new PennyrowError(problem('source_token_spent', { host }));
  if (status === 402) return new PennyrowError(problem('source_payment', { host, sent: 'once', words: null }));
  if (status < 500 && status !== 429 && isBlocked(raw, { isOwn: isServersOwn }))
    return new PennyrowError(blocked(raw, host, 'once'));
  return new PennyrowError(
    problem('source_claim', { host, reason: status === 200 ? 'other' : 'status', status: String(status) }),
  );
}

/** A claim that nobody answered may have been heard. */
function unanswered(thrown: unknown, host: string): PennyrowError {
  const error = toPennyrowError(thrown);
  const { code, cause } = error;
  if (error.params === undefined || !HEARD_PERHAPS.has(code)) return error;
  const params = { ...error.params, host, sent: 'once' };
  return new PennyrowError({ code, params } as Problem, { cause });
}

const HEARD_PERHAPS: ReadonlySet<string> = new Set(['source_timeout', 'source_offline', 'source_too_large']);
