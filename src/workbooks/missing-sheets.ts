import type { SheetProblem } from '../core/snapshot.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import { sheetProblem } from './problem-list.ts';

/** Without its transactions a workbook is none. `workbook` names it as a person knows it. */
export function sheetMissing(workbook: string, name: string): PennyrowError {
  return new PennyrowError(problem('workbook_sheet_missing', { workbook, name }));
}

/** The two lists are a convenience: a workbook without one is read all the same, and says so. */
export function listMissing(name: string): Omit<SheetProblem, 'sheet'> {
  return sheetProblem(problem('sheet_missing', { name }));
}
