import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';

/** What went wrong on the way to a host. The cause keeps the system's code and words, and nothing that held a URL. */
export function transportProblem(thrown: unknown, host: string, timedOut: boolean): PennyrowError {
  if (thrown instanceof PennyrowError) return thrown;
  if (timedOut) return new PennyrowError(problem('source_timeout', { host, sent: 'other' }));
  const code = codeOf(thrown);
  const cause = new Error(code ?? 'no code');
  if (code !== null && isCertificateProblem(code))
    return new PennyrowError(problem('source_certificate', { host, detail: code }), { cause });
  const reason = code !== null && NAME_CODES.has(code) ? 'name' : 'other';
  return new PennyrowError(problem('source_offline', { reason, host, detail: code, sent: 'other' }), { cause });
}

export function foreignHost(host: string): PennyrowError {
  return new PennyrowError(problem('source_redirect', { reason: 'foreign', host }));
}

export function tooLarge(host: string, limit: number): PennyrowError {
  return new PennyrowError(problem('source_too_large', { host, limit, sent: 'other' }));
}

export function tooManyRedirects(host: string): PennyrowError {
  return new PennyrowError(problem('source_redirect', { reason: 'endless', host }));
}

export function unsafeRedirect(host: string): PennyrowError {
  return new PennyrowError(problem('source_redirect', { reason: 'other', host }));
}

const NAME_CODES: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA']);

function codeOf(thrown: unknown): string | null {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : null;
}

/** OpenSSL's names, as Node passes them on. */
function isCertificateProblem(code: string): boolean {
  return /CERT|SELF_SIGNED|ISSUER|UNABLE_TO_VERIFY|ALTNAME|SSL|TLS|CRL|EPROTO/.test(code);
}
