import type { ProblemParameters } from '../../../messages/parameters.ts';
import { type PennyrowError, createError } from '../../../platform/errors.ts';

export type DamagedWorkbook = ProblemParameters['workbook_damaged'];

export function damaged(
  path: string,
  reason: DamagedWorkbook['reason'],
  details: Partial<DamagedWorkbook> = {},
  cause?: unknown,
): PennyrowError {
  const params = { path, reason, part: '', text: '', before: '', ...details };
  return createError('workbook_damaged', params, { cause });
}

export function notXlsx(path: string, kind: ProblemParameters['workbook_not_xlsx']['kind']): PennyrowError {
  return createError('workbook_not_xlsx', { path, kind });
}

export function tooLarge(
  path: string,
  reason: ProblemParameters['workbook_too_large']['reason'],
  { entry = '', limit = 0 }: { readonly entry?: string; readonly limit?: number } = {},
): PennyrowError {
  return createError('workbook_too_large', { path, reason, part: entry, limit });
}

export function isProtected(path: string, sheet: string): PennyrowError {
  return createError('workbook_protected', { reason: 'other', path, sheet });
}
