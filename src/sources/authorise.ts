import { problem, problemOf } from '../messages/problem.ts';
import { PennyrowError, toPennyrowError } from '../platform/errors.ts';
import type { AccessTest } from './source.ts';
import type { Authorised, AuthoriseOptions } from './source-kind.ts';

/** What a person filled in is the access: it is tried, then sealed as JSON. For services with keys of their own. */
export async function sealTested(
  given: Readonly<Record<string, string>>,
  { name, secrets, signal, prove }: AuthoriseOptions,
): Promise<Authorised> {
  const secret = JSON.stringify(given);
  const proof = prove === null ? null : await provenFirst(() => prove(secret), signal);
  signal.throwIfAborted();
  await secrets.save(name, secret);
  return { news: proof === null ? {} : { host: proof.host }, proof };
}

/** Throws `source_access_failed` with what was answered, since nothing is saved then. */
export async function provenFirst(prove: () => Promise<AccessTest>, signal: AbortSignal): Promise<AccessTest> {
  return prove().catch((thrown: unknown) => {
    throw signal.aborted ? thrown : notSaved(thrown);
  });
}

function notSaved(thrown: unknown): PennyrowError {
  return new PennyrowError(problem('source_access_failed', { cause: problemOf(toPennyrowError(thrown)) }), {
    cause: thrown,
  });
}
