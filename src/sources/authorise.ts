import type { ProblemCode } from '../messages/parameters.ts';
import { problem, problemOf } from '../messages/problem.ts';
import { PennyrowError, toPennyrowError } from '../platform/errors.ts';
import type { AccessTest } from './source.ts';
import type { Authorised, AuthoriseOptions } from './source-kind.ts';

/** What a person filled in is the access: it is tried, then sealed as JSON. For services with keys of their own. */
export async function sealTested(
  given: Readonly<Record<string, string>>,
  { name, secrets, ...options }: AuthoriseOptions,
): Promise<Authorised> {
  const secret = JSON.stringify(given);
  const proof = await provenFirst(secret, options);
  options.signal.throwIfAborted();
  await secrets.save(name, secret);
  return { news: proof === null ? {} : { host: proof.host }, proof };
}

/**
 * What a secret brought when it was tried; null where it is to be kept untried. Throws `source_key_refused`, or
 * `source_access_failed` with what was answered, since nothing is saved then.
 */
export async function provenFirst(
  secret: string,
  { prove, signal, savesAnyway }: Pick<AuthoriseOptions, 'prove' | 'signal' | 'savesAnyway'>,
): Promise<AccessTest | null> {
  if (prove === null) return null;
  return prove(secret).catch((thrown: unknown) => {
    throw signal.aborted ? thrown : notSaved(thrown, savesAnyway);
  });
}

/** What was refused at its first use was not revoked there: it was copied in part, or into another field. */
function notSaved(thrown: unknown, savesAnyway: boolean): PennyrowError {
  const answered = problemOf(toPennyrowError(thrown));
  const cause =
    answered.code === 'source_reauthorise'
      ? problem('source_key_refused', { host: answered.params.host, words: answered.params.words })
      : answered;
  const isWrongKey = answered.code === 'source_reauthorise' && answered.params.access === 'key';
  const until = answered.code === 'source_busy' ? answered.params.until : null;
  const told = {
    cause,
    advice: ADVICE[answered.code] ?? 'other',
    until,
    canSave: savesAnyway ? 'yes' : 'other',
  } as const;
  return new PennyrowError(isWrongKey ? cause : problem('source_access_failed', told), { cause: thrown });
}

/** What keeps a person from being asked in a browser, as for an access that is tried; what is not about an access stays. */
export function notAsked(thrown: unknown): unknown {
  const { code } = problemOf(toPennyrowError(thrown));
  return code === 'source_busy' || code in ADVICE ? notSaved(thrown, false) : thrown;
}

/** What helps where nothing is saved yet: the remedies of these are for a connection that is there, and asked again. */
const ADVICE: Partial<Record<ProblemCode, 'line' | 'blocked' | 'later' | 'copy'>> = {
  source_offline: 'line',
  source_timeout: 'line',
  source_blocked: 'blocked',
  source_unavailable: 'later',
  source_reauthorise: 'copy',
  source_refused: 'copy',
};
