import { PennyrowError } from '../platform/errors.ts';

const LATER = 'Nothing was changed. Check the connection to the internet; Pennyrow tries again by itself.';

/** What went wrong on the way to a host. The cause keeps the system's code and words, and nothing that held a URL. */
export function transportProblem(thrown: unknown, host: string, timedOut: boolean): PennyrowError {
  if (thrown instanceof PennyrowError) return thrown;
  if (timedOut) return new PennyrowError('source_timeout', `${host} took too long to answer.`, LATER);
  const code = codeOf(thrown);
  const cause = new Error(code ?? 'no code');
  if (code !== null && isCertificateProblem(code)) {
    return new PennyrowError(
      'source_certificate',
      `${host} showed a certificate that cannot be trusted (${code}).`,
      'Nothing was sent to it. Check the date of this machine, and whether a program or network in between reads along; then try again.',
      { cause },
    );
  }
  if (code !== null && NAME_CODES.has(code))
    return new PennyrowError('source_offline', `${host} could not be found (${code}).`, LATER, { cause });
  return new PennyrowError(
    'source_offline',
    `The connection to ${host} failed or was cut off${code === null ? '' : ` (${code})`}.`,
    LATER,
    { cause },
  );
}

export function foreignHost(host: string): PennyrowError {
  return new PennyrowError(
    'source_redirect',
    `This connection has no business with ${host}.`,
    'Pennyrow does not go there. Ask your provider.',
  );
}

export function tooLarge(host: string, maximum: number): PennyrowError {
  return new PennyrowError(
    'source_too_large',
    `${host} answered with more than ${Math.floor(maximum / 1024 / 1024)} MB, which no bank needs.`,
    'Nothing was changed. Ask your provider, and tell us if the answer was right.',
  );
}

export function tooManyRedirects(host: string): PennyrowError {
  return new PennyrowError(
    'source_redirect',
    `${host} sends Pennyrow from one address to the next without an end.`,
    'Ask your provider.',
  );
}

export function unsafeRedirect(host: string): PennyrowError {
  return new PennyrowError(
    'source_redirect',
    `${host} sends Pennyrow to an address that is not protected by https.`,
    'Pennyrow does not go there. Ask your provider.',
  );
}

const NAME_CODES: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA']);

function codeOf(thrown: unknown): string | null {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : null;
}

/** OpenSSL's names, as Node passes them on. */
function isCertificateProblem(code: string): boolean {
  return /CERT|SELF_SIGNED|ISSUER|UNABLE_TO_VERIFY|ALTNAME|SSL|TLS|CRL|EPROTO/.test(code);
}
