import type { SheetProblem } from '../../../core/snapshot.ts';
import { problem } from '../../../messages/problem.ts';
import { PennyrowError } from '../../../platform/errors.ts';
import { sheetProblem } from '../../problem-list.ts';
import type { SheetStructure, Structure } from './structure.ts';

/** Google's limit for all sheets of a spreadsheet together, blank cells included (support.google.com/drive/answer/37603). */
const MAX_CELLS = 10_000_000;
/** From here on a person is told, while there is time to do something about it. */
const NEARLY_FULL = 0.9;

/** A note once the limit is near; null before. */
export function cellsProblem({ sheets }: Pick<Structure, 'sheets'>): Omit<SheetProblem, 'sheet'> | null {
  const cells = cellsOf(sheets);
  if (cells < MAX_CELLS * NEARLY_FULL) return null;
  return sheetProblem(problem('workbook_cells', { cells, most: MAX_CELLS }));
}

/** Throws PennyrowError `workbook_cells` when the spreadsheet cannot grow by that many cells. */
export function refuseTooManyCells(sheets: readonly SheetStructure[], more: number): void {
  if (cellsOf(sheets) + more > MAX_CELLS) throw tooManyCells();
}

export function tooManyCells(cause?: unknown): PennyrowError {
  return new PennyrowError(problem('workbook_cells', { cells: null, most: MAX_CELLS }), { cause });
}

function cellsOf(sheets: readonly SheetStructure[]): number {
  return sheets.reduce((sum, { rowCount, columnCount }) => sum + rowCount * columnCount, 0);
}
