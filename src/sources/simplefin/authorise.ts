import { problem, problemOf } from '../../messages/problem.ts';
import { PennyrowError, toPennyrowError } from '../../platform/errors.ts';
import type { Secrets } from '../../platform/vault.ts';
import { readAccessUrl, readPasted } from './access.ts';
import { provenFirst } from '../authorise.ts';
import type { Authorised, AuthoriseOptions } from '../source-kind.ts';
import { claim } from './claim.ts';

/**
 * Makes an access of what a person pasted and seals it; what was sealed under this name before stays until then.
 *
 * A token is claimed once, so everything that can fail is tried before: the vault is opened, and something is sealed and
 * stored. Between the server's answer and the sealed access nothing else happens. Should just that moment be the last
 * one of the machine, the token is spent and the access lost; a new token helps.
 */
export async function authorise(
  text: string,
  { name, secrets, line, ...options }: AuthoriseOptions,
): Promise<Authorised> {
  const pasted = readPasted(text);
  await rehearse(secrets, `${name}/rehearsal`);
  const proof = pasted.kind === 'claim' ? null : await provenFirst(pasted.accessUrl, options);
  options.signal.throwIfAborted();
  // From here on nobody can cancel it: a server that has heard the claim gives no second answer.
  const accessUrl =
    pasted.kind === 'access'
      ? pasted.accessUrl
      : await claim(pasted.url, { signal: new AbortController().signal, ...(line === undefined ? {} : { line }) });
  await secrets.save(name, accessUrl).catch((thrown: unknown) => {
    throw lost(thrown);
  });
  return { news: { host: readAccessUrl(accessUrl)?.host ?? '' }, proof };
}

async function rehearse(secrets: Secrets, name: string): Promise<void> {
  await secrets.save(name, 'nothing yet');
  await secrets.remove(name);
}

function lost(thrown: unknown): PennyrowError {
  return new PennyrowError(problem('source_access_lost', { cause: problemOf(toPennyrowError(thrown)) }), {
    cause: thrown,
  });
}
