import type { Problem } from '../../messages/parameters.ts';
import { problem, problemOf } from '../../messages/problem.ts';
import { PennyrowError, toPennyrowError } from '../../platform/errors.ts';
import type { Secrets } from '../../platform/vault.ts';
import { testBeforeSaving } from '../authorize.ts';
import { ask, type NetworkOptions, type RawResponse } from '../request.ts';
import { blocked, isBlocked } from '../response-errors.ts';
import type { Authorized, AuthorizeOptions } from '../source-kind.ts';
import { isServerResponse, readAccessUrl, parsePastedText } from './access.ts';

/**
 * Makes an access of what a person pasted and seals it; what was sealed under this name before stays until then.
 *
 * A token is claimed once, so everything that can fail is tried before: the vault is opened, and something is sealed and
 * stored. Between the server's answer and the sealed access nothing else happens. Should just that moment be the last
 * one of the machine, the token is spent and the access lost; a new token helps.
 */
export async function authorise(
  text: string,
  { name, secrets, network, ...options }: AuthorizeOptions,
): Promise<Authorized> {
  const pasted = parsePastedText(text);
  await verifyStorage(secrets, `${name}/rehearsal`);
  const proof = pasted.kind === 'claim' ? null : await testBeforeSaving(pasted.accessUrl, options);
  options.signal.throwIfAborted();
  // Not cancelable from here on: the server answers a claim only once.
  const accessUrl =
    pasted.kind === 'access'
      ? pasted.accessUrl
      : await claim(pasted.url, {
          signal: new AbortController().signal,
          ...(network === undefined ? {} : { network }),
        });
  await secrets.save(name, accessUrl).catch((thrown: unknown) => {
    throw lost(thrown);
  });
  return { news: { host: readAccessUrl(accessUrl)?.host ?? '' }, proof };
}

async function verifyStorage(secrets: Secrets, name: string): Promise<void> {
  await secrets.save(name, 'nothing yet');
  await secrets.remove(name);
}

function lost(thrown: unknown): PennyrowError {
  return new PennyrowError(problem('source_access_lost', { cause: problemOf(toPennyrowError(thrown)) }), {
    cause: thrown,
  });
}

/**
 * Trades the claim URL of a setup token for the Access URL, which the server gives out once and never again: anyone who
 * calls this saves what it returns before anything else. Throws `source_token_spent` when the token is unknown or
 * was claimed before, and `source_blocked` when something else than the server refused, so that the token is as it was.
 */
async function claim(
  url: URL,
  { signal, network = {} }: { readonly signal: AbortSignal; readonly network?: NetworkOptions },
): Promise<string> {
  const { host } = url;
  const raw = await ask({ url, method: 'POST', signal, network: { ...network, maximumBytes: 65_536 } }).catch(
    (thrown: unknown) => {
      throw unanswered(thrown, host);
    },
  );
  const accessUrl = raw.text.trim();
  if (raw.status === 200 && readAccessUrl(accessUrl) !== null) return accessUrl;
  throw refused(raw, host);
}

function refused(raw: RawResponse, host: string): PennyrowError {
  const { status } = raw;
  if (status === 403 && isServerResponse(raw)) return new PennyrowError(problem('source_token_spent', { host }));
  if (status === 402) return new PennyrowError(problem('source_payment', { host, sent: 'once', words: null }));
  if (status < 500 && status !== 429 && isBlocked(raw, { isOwn: isServerResponse }))
    return new PennyrowError(blocked(raw, host, 'once'));
  return new PennyrowError(
    problem('source_claim', { host, reason: status === 200 ? 'other' : 'status', status: String(status) }),
  );
}

/** A claim without a response may have reached the server. */
function unanswered(thrown: unknown, host: string): PennyrowError {
  const error = toPennyrowError(thrown);
  const { code, cause } = error;
  if (error.params === undefined || !MAYBE_RECEIVED.has(code)) return error;
  const params = { ...error.params, host, sent: 'once' };
  return new PennyrowError({ code, params } as Problem, { cause });
}

const MAYBE_RECEIVED: ReadonlySet<string> = new Set(['source_timeout', 'source_offline', 'source_too_large']);
