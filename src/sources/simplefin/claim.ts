import { PennyrowError } from '../../platform/errors.ts';
import { readAccessUrl } from './access.ts';
import { ask, type Line } from './ask.ts';

/**
 * Trades the claim URL of a setup token for the Access URL, which the server gives out once and never again: whoever
 * calls this saves what it returns before anything else. Throws `source_token_spent` when the token is unknown or
 * was claimed before.
 */
export async function claim(url: URL, { signal, line = {} }: { readonly signal: AbortSignal; readonly line?: Line }): Promise<string> {
  const { status, text } = await ask({ url, method: 'POST', signal, line: { ...line, maximumBytes: 65_536 } });
  if (status === 403) {
    throw new PennyrowError(
      'source_token_spent',
      `${url.host} does not know this setup token, or it was used before.`,
      `If you did not use it yourself, someone else may have: disable it at ${url.host}. Then make a new one there and paste that.`,
    );
  }
  if (status === 402) {
    throw new PennyrowError('source_payment', `${url.host} asks for a payment before it gives access.`, `Settle it at ${url.host}, then try again.`);
  }
  const accessUrl = text.trim();
  if (status === 200 && readAccessUrl(accessUrl) !== null) return accessUrl;
  const what = status === 200 ? 'with something that is no access' : `with status ${status}`;
  throw new PennyrowError(
    'source_claim',
    `${url.host} answered the setup token ${what}.`,
    `Check that the token is complete and try again. If it is refused then, disable it at ${url.host} and make a new one.`,
  );
}
