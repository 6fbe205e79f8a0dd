import type { ProblemParameters } from '../../../messages/parameters.ts';
import { problem } from '../../../messages/problem.ts';
import { PennyrowError } from '../../../platform/errors.ts';

/** Parameters of the message; `reason` decides which are needed. */
export type DamagedWorkbook = ProblemParameters['workbook_damaged'];

/** The zip or XML is truncated, incomplete or manipulated. */
export function damaged(
  path: string,
  reason: DamagedWorkbook['reason'],
  details: Partial<DamagedWorkbook> = {},
  cause?: unknown,
): PennyrowError {
  const params = { path, reason, part: '', text: '', before: '', ...details };
  return new PennyrowError(problem('workbook_damaged', params), { cause });
}

export function passwordLocked(path: string): PennyrowError {
  return new PennyrowError(problem('workbook_password', { path }));
}

export function notXlsx(path: string, kind: ProblemParameters['workbook_not_xlsx']['kind']): PennyrowError {
  return new PennyrowError(problem('workbook_not_xlsx', { path, kind }));
}

export function tooLarge(
  path: string,
  reason: ProblemParameters['workbook_too_large']['reason'],
  { entry = '', limit = 0 }: { readonly entry?: string; readonly limit?: number } = {},
): PennyrowError {
  return new PennyrowError(problem('workbook_too_large', { path, reason, part: entry, limit }));
}

export function isProtected(path: string, sheet: string): PennyrowError {
  return new PennyrowError(problem('workbook_protected', { reason: 'other', path, sheet }));
}
