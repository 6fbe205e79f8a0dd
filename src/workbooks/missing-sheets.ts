import type { SheetProblem } from '../core/snapshot.ts';
import { PennyrowError } from '../platform/errors.ts';

/** Without its transactions a workbook is none. `workbook` names it as a person knows it. */
export function sheetMissing(workbook: string, name: string): PennyrowError {
  return new PennyrowError(
    'workbook_sheet_missing',
    `The workbook ${workbook} has no sheet "${name}".`,
    `Give the sheet with your transactions the name "${name}".`,
  );
}

/** The two lists are a convenience: a workbook without one is read all the same, and says so. */
export function listMissing(name: string): Omit<SheetProblem, 'sheet'> {
  return { code: 'sheet_missing', row: null, message: `The workbook has no sheet "${name}".` };
}
