import { PennyrowError, toPennyrowError } from '../../platform/errors.ts';

/** What came in the way of an update, with the remedy. Nothing of the installed version is touched by any of them. */
export function updateFailure(thrown: unknown): PennyrowError {
  if (thrown instanceof PennyrowError) return thrown;
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const options = { cause: thrown };
  if (code === 'ERR_CHECKSUM_MISMATCH' || /checksum mismatch/i.test(text)) {
    return new PennyrowError(
      'update_checksum',
      'The file of the new version is not the one that was published: its checksum is another. It was thrown away.',
      'Try again later. If it happens again, tell whoever publishes Pennyrow.',
      options,
    );
  }
  if (code === 'ERR_UPDATER_INVALID_SIGNATURE' || /code signature|not signed/i.test(text)) {
    return new PennyrowError(
      'update_signature',
      'The new version is not signed by whoever signed this one. It was not installed.',
      'Do not install it by hand either. Tell whoever publishes Pennyrow.',
      options,
    );
  }
  if (isUnreachable(code, text)) {
    return new PennyrowError(
      'update_offline',
      'The place from which updates come could not be reached.',
      'Check the connection to the internet and try again. Pennyrow works on without it.',
      options,
    );
  }
  if (/^(ERR_UPDATER_|HTTP_ERROR_)/.test(code) || /^Cannot download|status \d{3}/.test(text)) {
    return new PennyrowError(
      'update_feed',
      'The place from which updates come does not say, or does not have, what it should.',
      'Try again later. The new version can also be downloaded and installed by hand.',
      options,
    );
  }
  const known = toPennyrowError(thrown);
  if (known.code !== 'internal_error') return known;
  return new PennyrowError(
    'update_failed',
    'The update could not be made. This version stays as it is.',
    'Try again, or download the new version and install it by hand. The log has the cause.',
    options,
  );
}

/** Codes are Node's; Chromium has its own, in the text. */
function isUnreachable(code: string, text: string): boolean {
  return (
    /^E(CONN|HOST|NET|TIMEDOUT|AI_|NOTFOUND|PIPE)|^ENOTFOUND$|^CERT_|^ERR_TLS/.test(code) ||
    /net::ERR_|timed out|aborted by the server|socket hang up/i.test(text)
  );
}
