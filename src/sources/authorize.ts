import type { ProblemCode } from '../messages/parameters.ts';
import { problem, problemOf } from '../messages/problem.ts';
import { createError, PennyrowError, toPennyrowError } from '../platform/errors.ts';
import type { Authorized, AuthorizeOptions, SourceContext } from './source-kind.ts';
import type { AccessTest } from './source.ts';

/** Tests the credentials that the user entered, then stores them as JSON. For services that issue keys. */
export async function saveTestedAccess(
  given: Readonly<Record<string, string>>,
  { name, secrets, ...options }: AuthorizeOptions,
): Promise<Authorized> {
  const secret = JSON.stringify(given);
  const proof = await testBeforeSaving(secret, options);
  options.signal.throwIfAborted();
  await secrets.save(name, secret);
  return { news: proof === null ? {} : { host: proof.host }, proof };
}

/** The result of the test; null without a test. Throws if the test fails, so that the caller saves nothing. */
export async function testBeforeSaving(
  secret: string,
  { prove, signal, savesAnyway }: Pick<AuthorizeOptions, 'prove' | 'signal' | 'savesAnyway'>,
): Promise<AccessTest | null> {
  if (prove === null) return null;
  return prove(secret).catch((thrown: unknown) => {
    throw signal.aborted ? thrown : notSavedError(thrown, savesAnyway);
  });
}

/** A rejected new key gets its own error: it was not revoked, but copied incompletely or into the wrong field. */
function notSavedError(thrown: unknown, savesAnyway: boolean): PennyrowError {
  const answered = problemOf(toPennyrowError(thrown));
  const cause =
    answered.code === 'source_reauthorise'
      ? problem('source_key_refused', { host: answered.params.host, words: answered.params.words })
      : answered;
  const isWrongKey = answered.code === 'source_reauthorise' && answered.params.access === 'key';
  const until = answered.code === 'source_busy' ? answered.params.until : null;
  const params = {
    cause,
    advice: ADVICE[answered.code] ?? 'other',
    until,
    canSave: savesAnyway ? 'yes' : 'other',
  } as const;
  return new PennyrowError(isWrongKey ? cause : problem('source_access_failed', params), { cause: thrown });
}

/** The error for a consent request that cannot begin, with advice if the service was unreachable, busy, or rejected it. */
export function consentRequestError(thrown: unknown): unknown {
  const { code } = problemOf(toPennyrowError(thrown));
  return code === 'source_busy' || code in ADVICE ? notSavedError(thrown, false) : thrown;
}

/** These codes need their own advice, because their usual remedies assume an existing connection. */
const ADVICE: Partial<Record<ProblemCode, 'line' | 'blocked' | 'later' | 'copy'>> = {
  source_offline: 'line',
  source_blocked: 'blocked',
  source_unavailable: 'later',
  source_reauthorise: 'copy',
  source_refused: 'copy',
};

/** The keys stored by `saveTestedAccess`. Throws `source_no_key` if they are lost. */
export async function readKeys<Keys extends Readonly<Record<string, string>>>(
  { secret }: Pick<SourceContext, 'secret'>,
  host: string,
): Promise<Keys> {
  const sealed = await secret();
  if (sealed === null) throw createError('source_no_key', { host });
  return JSON.parse(sealed) as Keys;
}
