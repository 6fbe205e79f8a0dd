import { PennyrowError } from '../../../platform/errors.ts';
import { tooManyCells } from '../cell-limit.ts';
import { GoogleRefusal } from '../google-errors.ts';

export function changedMeanwhile(cause?: unknown): PennyrowError {
  return new PennyrowError(
    'workbook_changed',
    'The spreadsheet was changed while Pennyrow prepared its own change: rows or columns moved, or another Pennyrow wrote to it.',
    'Nothing was written. Sync or import again.',
    { cause },
  );
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
  return new PennyrowError(
    'workbook_protected',
    `The sheet "${sheet}" is protected against the account that Pennyrow uses.`,
    'Let that account edit it (Data › Protect sheets and ranges), or take the protection off; nothing was changed.',
    { cause },
  );
}
