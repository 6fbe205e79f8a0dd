import { hash, timingSafeEqual } from 'node:crypto';
import { oneLine } from '../../../core/one-line.ts';
import { problem } from '../../../messages/problem.ts';
import { PennyrowError } from '../../../platform/errors.ts';

/** The permission that the user is asked for. */
export type ConsentTarget =
  | { readonly kind: 'new' }
  | { readonly kind: 'existing' }
  /** The same spreadsheet as before. */
  | { readonly kind: 'reconnect'; readonly spreadsheetId: string };

/** The parameters of Google's redirect. */
export type Redirect =
  | { readonly kind: 'code'; readonly code: string; readonly picked: readonly string[] }
  /** The person or Google said no, or what was picked cannot be used. */
  | { readonly kind: 'refused'; readonly error: PennyrowError }
  /** It is no answer to this question: another one's, or somebody's who wants to slip in a grant of their own. */
  | { readonly kind: 'foreign'; readonly error: PennyrowError };

export function readRedirect(parameters: URLSearchParams, state: string, target: ConsentTarget): Redirect {
  if (!isEqual(parameters.get('state') ?? '', state)) return { kind: 'foreign', error: wrongState() };
  const refusal = parameters.get('error');
  if (refusal !== null)
    return { kind: 'refused', error: refusal === 'access_denied' ? denied() : refused('other', refusal) };
  const code = parameters.get('code') ?? '';
  if (code === '') return { kind: 'refused', error: refused('noCode', '') };
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

export function denied(): PennyrowError {
  return new PennyrowError(problem('workbook_consent_denied', {}));
}

function wrongState(): PennyrowError {
  return new PennyrowError(problem('workbook_consent_state', {}));
}

export function refused(reason: 'code' | 'noCode' | 'other', detail: string): PennyrowError {
  return new PennyrowError(problem('workbook_consent_refused', { reason, detail: oneLine(detail, 200) }));
}

function nothingPicked(): PennyrowError {
  return new PennyrowError(problem('workbook_consent_nothing_picked', {}));
}

function severalPicked(count: number): PennyrowError {
  return new PennyrowError(problem('workbook_consent_several_picked', { count }));
}

function otherPicked(): PennyrowError {
  return new PennyrowError(problem('workbook_consent_other_picked', {}));
}
