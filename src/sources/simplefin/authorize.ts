import type { Problem } from '../../messages/parameters.ts';
import { problemOf } from '../../messages/problem.ts';
import { createError, PennyrowError, toPennyrowError } from '../../platform/errors.ts';
import { testBeforeSaving } from '../authorize.ts';
import { ask, type NetworkOptions, type RawResponse } from '../request.ts';
import { blocked, isBlocked } from '../response-errors.ts';
import type { Authorized, AuthorizeOptions } from '../source-kind.ts';
import { isServerResponse, readAccessUrl, parsePastedText } from './access.ts';

/** A token can be exchanged for an Access URL (claimed) only once, so everything that may fail comes first. */
export async function authorize(
  text: string,
  { name, secrets, network, ...options }: AuthorizeOptions,
): Promise<Authorized> {
  const pasted = parsePastedText(text);
  // Fails here if the vault cannot store secrets, before the token is used up.
  await secrets.save(`${name}/rehearsal`, 'nothing yet');
  await secrets.remove(`${name}/rehearsal`);
  const proof = pasted.kind === 'claim' ? null : await testBeforeSaving(pasted.accessUrl, options);
  options.signal.throwIfAborted();
  const accessUrl = pasted.kind === 'access' ? pasted.accessUrl : await claim(pasted.url, network);
  await secrets.save(name, accessUrl).catch((thrown: unknown) => {
    throw createError('source_access_lost', { cause: problemOf(toPennyrowError(thrown)) }, { cause: thrown });
  });
  return { news: { host: readAccessUrl(accessUrl)?.host ?? '' }, proof };
}

/** Not cancelable, because the server returns the Access URL only once. Callers must save it before anything else. */
async function claim(url: URL, network: NetworkOptions = {}): Promise<string> {
  const { host } = url;
  const { signal } = new AbortController();
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
  if (status === 403 && isServerResponse(raw)) return createError('source_token_spent', { host });
  if (status === 402) return createError('source_payment', { host, sent: 'once', words: null });
  if (status < 500 && status !== 429 && isBlocked(raw, { isOwn: isServerResponse }))
    return new PennyrowError(blocked(raw, host, 'once'));
  return createError('source_claim', { host, reason: status === 200 ? 'other' : 'status', status: String(status) });
}

function unanswered(thrown: unknown, host: string): PennyrowError {
  const error = toPennyrowError(thrown);
  const { code, cause } = error;
  if (error.params === undefined || !MAYBE_RECEIVED.has(code)) return error;
  const params = { ...error.params, host, sent: 'once' };
  return new PennyrowError({ code, params } as Problem, { cause });
}

const MAYBE_RECEIVED: ReadonlySet<string> = new Set(['source_offline', 'source_too_large']);
