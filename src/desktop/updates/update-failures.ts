import { problem } from '../../messages/problem.ts';
import { PennyrowError, toPennyrowError } from '../../platform/errors.ts';

/** What came in the way of an update, with the remedy. Nothing of the installed version is touched by any of them. */
export function updateFailure(thrown: unknown): PennyrowError {
  if (thrown instanceof PennyrowError) return thrown;
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const options = { cause: thrown };
  if (code === 'ERR_CHECKSUM_MISMATCH' || /checksum mismatch/i.test(text)) {
    return new PennyrowError(problem('update_checksum', {}), options);
  }
  if (code === 'ERR_UPDATER_INVALID_SIGNATURE' || /code signature|not signed/i.test(text)) {
    return new PennyrowError(problem('update_signature', {}), options);
  }
  if (isUnreachable(code, text)) {
    return new PennyrowError(problem('update_offline', { reason: 'other' }), options);
  }
  if (/^(ERR_UPDATER_|HTTP_ERROR_)/.test(code) || /^Cannot download|status \d{3}/.test(text)) {
    return new PennyrowError(problem('update_feed', {}), options);
  }
  const known = toPennyrowError(thrown);
  if (known.code !== 'internal_error') return known;
  return new PennyrowError(problem('update_failed', {}), options);
}

/** Codes are Node's; Chromium has its own, in the text. */
function isUnreachable(code: string, text: string): boolean {
  return (
    /^E(CONN|HOST|NET|TIMEDOUT|AI_|NOTFOUND|PIPE)|^ENOTFOUND$|^CERT_|^ERR_TLS/.test(code) ||
    /net::ERR_|timed out|aborted by the server|socket hang up/i.test(text)
  );
}
