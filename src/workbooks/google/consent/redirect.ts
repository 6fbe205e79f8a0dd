import { hash, timingSafeEqual } from 'node:crypto';
import { oneLine } from '../../../core/one-line.ts';
import { PennyrowError } from '../../../platform/errors.ts';

/** What a person is asked to allow. */
export type ConsentTarget =
  | { readonly kind: 'new' }
  | { readonly kind: 'existing' }
  /** The same spreadsheet as before. */
  | { readonly kind: 'reconnect'; readonly spreadsheetId: string };

/** What Google's redirect says. */
export type Redirect =
  | { readonly kind: 'code'; readonly code: string; readonly picked: readonly string[] }
  /** The person or Google said no, or what was picked cannot be used. */
  | { readonly kind: 'refused'; readonly error: PennyrowError }
  /** It is no answer to this question: another one's, or somebody's who wants to slip in a grant of their own. */
  | { readonly kind: 'foreign'; readonly error: PennyrowError };

export function readRedirect(parameters: URLSearchParams, state: string, target: ConsentTarget): Redirect {
  if (!isEqual(parameters.get('state') ?? '', state)) return { kind: 'foreign', error: wrongState() };
  const refusal = parameters.get('error');
  if (refusal !== null) return { kind: 'refused', error: refusal === 'access_denied' ? denied() : refused(refusal) };
  const code = parameters.get('code') ?? '';
  if (code === '') return { kind: 'refused', error: refused('there is no code in its answer') };
  const picked = (parameters.get('picked_file_ids') ?? '')
    .split(',')
    .flatMap((id) => (id.trim() === '' ? [] : [id.trim()]));
  const error = pickProblem(picked, target);
  return error === null ? { kind: 'code', code, picked } : { kind: 'refused', error };
}

function pickProblem(picked: readonly string[], target: ConsentTarget): PennyrowError | null {
  if (target.kind === 'new') return null;
  if (picked.length > 1) return severalPicked(picked.length);
  if (target.kind === 'existing') return picked.length === 0 ? nothingPicked() : null;
  return picked.length === 1 && picked[0] !== target.spreadsheetId ? otherPicked() : null;
}

/** Of digests, so that neither content nor length can be learned from the time it takes. */
function isEqual(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}

const AGAIN = 'Begin again with `pennyrow workbook connect google`.';

export function denied(): PennyrowError {
  return new PennyrowError(
    'workbook_consent_denied',
    'Google was told not to let Pennyrow use a spreadsheet. Nothing was changed.',
    `If that was not meant, begin again with \`pennyrow workbook connect google\`.`,
  );
}

function wrongState(): PennyrowError {
  return new PennyrowError(
    'workbook_consent_state',
    'This answer does not belong to the question that Pennyrow asks Google now. It was ignored.',
    'Close the pages of earlier attempts, and use only the address that was shown last.',
  );
}

export function refused(reason: string): PennyrowError {
  return new PennyrowError(
    'workbook_consent_refused',
    `Google did not give its permission: ${oneLine(reason, 200)}.`,
    AGAIN,
  );
}

function nothingPicked(): PennyrowError {
  return new PennyrowError(
    'workbook_consent_nothing_picked',
    'No spreadsheet was picked.',
    'Begin again and pick one on the page that follows Google’s question; or let Pennyrow make a new one with `pennyrow workbook connect google --new`.',
  );
}

function severalPicked(count: number): PennyrowError {
  return new PennyrowError(
    'workbook_consent_several_picked',
    `${count} spreadsheets were picked.`,
    'Begin again and pick one. Each account has one workbook; for a second one, add an account.',
  );
}

function otherPicked(): PennyrowError {
  return new PennyrowError(
    'workbook_consent_other_picked',
    'Another spreadsheet was picked than the one to be connected again.',
    'Begin again and pick the same one. For another one: `pennyrow workbook connect google --existing`.',
  );
}
