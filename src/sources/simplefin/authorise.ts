import { PennyrowError, toPennyrowError } from '../../platform/errors.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { readAccessUrl, readPasted } from './access.ts';
import type { Line } from './ask.ts';
import { claim } from './claim.ts';

/** `Proof`: what an access answered before it was saved. */
export interface AuthoriseOptions<Proof> {
  /** Under which name the access is sealed. */
  readonly name: string;
  readonly secrets: Secrets;
  readonly signal: AbortSignal;
  /**
   * Asks with an Access URL that was pasted as it is, before it is saved; what it throws keeps it from being saved. Null to
   * save it without asking. One that a token was just traded for is always saved first: it is given out once.
   */
  readonly prove: ((accessUrl: string) => Promise<Proof>) | null;
  readonly line?: Line;
}

export interface Authorised<Proof> {
  readonly host: string;
  /** Null when nothing was asked before it was saved. */
  readonly proof: Proof | null;
}

/**
 * Makes an access of what a person pasted and seals it; what was sealed under this name before stays until then.
 *
 * A token is claimed once, so everything that can fail is tried before: the vault is opened, and something is sealed and
 * stored. Between the server's answer and the sealed access nothing else happens. Should just that moment be the last
 * one of the machine, the token is spent and the access lost; a new token helps.
 */
export async function authorise<Proof>(
  text: string,
  { name, secrets, signal, prove, line }: AuthoriseOptions<Proof>,
): Promise<Authorised<Proof>> {
  const pasted = readPasted(text);
  await rehearse(secrets, `${name}/rehearsal`);
  const proof =
    pasted.kind === 'claim' || prove === null
      ? null
      : await prove(pasted.accessUrl).catch((thrown: unknown) => {
          throw signal.aborted ? thrown : notSaved(thrown);
        });
  signal.throwIfAborted();
  // From here on nobody can cancel it: a server that has heard the claim gives no second answer.
  const accessUrl =
    pasted.kind === 'access'
      ? pasted.accessUrl
      : await claim(pasted.url, { signal: new AbortController().signal, ...(line === undefined ? {} : { line }) });
  await secrets.save(name, accessUrl).catch((thrown: unknown) => {
    throw lost(thrown);
  });
  return { host: readAccessUrl(accessUrl)?.host ?? '', proof };
}

async function rehearse(secrets: Secrets, name: string): Promise<void> {
  await secrets.save(name, 'nothing yet');
  await secrets.remove(name);
}

function notSaved(cause: unknown): PennyrowError {
  const { message, remedy } = toPennyrowError(cause);
  return new PennyrowError(
    'source_access_failed',
    `The access was not saved, since it did not work. ${message}`,
    `${remedy} To save it anyway, give it with \`--anyway\`.`,
    { cause },
  );
}

function lost(cause: unknown): PennyrowError {
  return new PennyrowError(
    'source_access_lost',
    `The setup token was used, but the access could not be saved. ${toPennyrowError(cause).message}`,
    'Put that right first. Then disable the token at your SimpleFIN provider, make a new one, and paste that.',
    { cause },
  );
}
