import { PennyrowError, toPennyrowError } from '../../platform/errors.ts';
import { readAccessUrl } from './access.ts';
import { ask, type Line, type RawAnswer } from '../ask.ts';
import { isServersOwn } from './origins.ts';
import { blocked, isBlocked } from './refusals.ts';

/**
 * Trades the claim URL of a setup token for the Access URL, which the server gives out once and never again: whoever
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
  if (status === 403 && isServersOwn(raw)) {
    return new PennyrowError(
      'source_token_spent',
      `${host} does not know this setup token, or it was used before.`,
      `If you did not use it yourself, someone else may have: disable it at ${host}. Then make a new one there and paste that.`,
    );
  }
  if (status === 402)
    return new PennyrowError(
      'source_payment',
      `${host} asks for a payment before it gives access.`,
      `Settle it at ${host}, then try again.`,
    );
  if (status < 500 && status !== 429 && isBlocked(raw)) {
    return new PennyrowError(
      'source_blocked',
      blocked(raw, host),
      'The setup token was not used. Wait some minutes, or try without a VPN or proxy, and paste the same token again.',
    );
  }
  const what = status === 200 ? 'with something that is no access' : `with status ${status}`;
  return new PennyrowError(
    'source_claim',
    `${host} answered the setup token ${what}.`,
    `Check that the token is complete and try again in some minutes. If it is refused then, disable it at ${host} and make a new one.`,
  );
}

/** A claim that nobody answered may have been heard. */
function unanswered(thrown: unknown, host: string): PennyrowError {
  const problem = toPennyrowError(thrown);
  const { code, message, cause } = problem;
  if (!HEARD_PERHAPS.has(code)) return problem;
  return new PennyrowError(
    code,
    message,
    `Try the same token again. If ${host} does not know it then, it was used up by this: disable it there, make a new one, and paste that.`,
    { cause },
  );
}

const HEARD_PERHAPS: ReadonlySet<string> = new Set(['source_timeout', 'source_offline', 'source_too_large']);
