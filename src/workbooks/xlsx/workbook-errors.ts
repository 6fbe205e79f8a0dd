import { PennyrowError } from '../../platform/errors.ts';

/** The file is a zip or XML that cannot be right: cut off, half written, or made to mislead. */
export function damaged(path: string, what: string, cause?: unknown): PennyrowError {
  return new PennyrowError(
    'workbook_damaged',
    `The workbook ${path} is damaged: ${what}.`,
    'Open it in your spreadsheet program; if that fails too, bring back one of its backups. Pennyrow changed nothing.',
    { cause },
  );
}

export function passwordLocked(path: string): PennyrowError {
  return new PennyrowError(
    'workbook_password',
    `The workbook ${path} is locked with a password.`,
    'Save it without a password to open it; the folder can still be encrypted.',
  );
}

export function notXlsx(path: string, what: string): PennyrowError {
  return new PennyrowError(
    'workbook_not_xlsx',
    `${path} is not an .xlsx workbook: it is ${what}.`,
    'Open it in your spreadsheet program and save it as "Excel workbook (.xlsx)", then choose that file.',
  );
}

export function tooLarge(path: string, what: string): PennyrowError {
  return new PennyrowError(
    'workbook_too_large',
    `The workbook ${path} is larger than Pennyrow reads: ${what}.`,
    'If you know the file, move what does not belong to your transactions to a workbook of its own; if you do not, do not open it.',
  );
}

export function isProtected(path: string, sheet: string): PennyrowError {
  return new PennyrowError(
    'workbook_protected',
    `The sheet ${sheet} in ${path} is protected against changes.`,
    'Take the protection off (in Excel: Review › Unprotect Sheet), or keep your transactions on a sheet without it; nothing was changed.',
  );
}
