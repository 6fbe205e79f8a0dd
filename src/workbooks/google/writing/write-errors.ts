import { problem } from '../../../messages/problem.ts';
import { PennyrowError } from '../../../platform/errors.ts';
import { tooManyCells } from '../reading/cell-limit.ts';
import { GoogleRefusal } from '../api/google-errors.ts';

export function changedMeanwhile(cause?: unknown): PennyrowError {
  return new PennyrowError(problem('workbook_changed', { during: 'other', path: null }), { cause });
}

/** Says in plain words why Google did not take a batch, where it can be told. */
export function explained(thrown: unknown, sheet: string): unknown {
  if (!(thrown instanceof GoogleRefusal)) return thrown;
  const { words } = thrown;
  if (/protected/i.test(words)) return isProtected(sheet, thrown);
  if (/10,?000,?000|number of cells/i.test(words)) return tooManyCells(thrown);
  // The sheet, or the rows and columns that the batch is about, are not there any more.
  if (
    /No grid with id|Unable to parse range|beyond the last|after last (?:row|column)|exceeds grid limits|No table with id/i.test(
      words,
    )
  )
    return changedMeanwhile(thrown);
  return thrown;
}

function isProtected(sheet: string, cause: unknown): PennyrowError {
  return new PennyrowError(problem('workbook_protected', { reason: 'refused', path: null, sheet }), { cause });
}
