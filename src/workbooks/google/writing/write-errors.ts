import type { PennyrowError } from '../../../platform/errors.ts';
import { createError } from '../../../platform/errors.ts';
import { tooManyCells } from '../reading/structure.ts';
import { GoogleRefusal } from '../api/google-errors.ts';

export function changedMeanwhile(cause?: unknown): PennyrowError {
  return createError('workbook_changed', { during: 'other', path: null }, { cause });
}

export function explained(thrown: unknown, sheet: string): unknown {
  if (!(thrown instanceof GoogleRefusal)) return thrown;
  const { words } = thrown;
  if (/protected/i.test(words)) return isProtected(sheet, thrown);
  if (/10,?000,?000|number of cells/i.test(words)) return tooManyCells(thrown);
  // The sheet, row or column does not exist any more.
  if (
    /No grid with id|Unable to parse range|beyond the last|after last (?:row|column)|exceeds grid limits|No table with id/i.test(
      words,
    )
  )
    return changedMeanwhile(thrown);
  return thrown;
}

function isProtected(sheet: string, cause: unknown): PennyrowError {
  return createError('workbook_protected', { reason: 'refused', path: null, sheet }, { cause });
}
