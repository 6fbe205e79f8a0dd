import type { ProblemParameters } from '../../../messages/parameters.ts';
import { type PennyrowError, createError } from '../../../platform/errors.ts';

export function damaged(path: string, part: string | null = null, cause?: unknown): PennyrowError {
  return createError('workbook_damaged', { path, part }, { cause });
}

export function notXlsx(path: string, kind: ProblemParameters['workbook_not_xlsx']['kind']): PennyrowError {
  return createError('workbook_not_xlsx', { path, kind });
}

export function tooLarge(path: string, part: string | null = null): PennyrowError {
  return createError('workbook_too_large', { path, part });
}

export function isProtected(path: string, sheet: string): PennyrowError {
  return createError('workbook_protected', { reason: 'other', path, sheet });
}
