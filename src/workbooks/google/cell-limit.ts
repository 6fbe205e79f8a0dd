import type { SheetProblem } from '../../core/snapshot.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { SheetStructure, Structure } from './reading/structure.ts';

/** Google's limit for all sheets of a spreadsheet together, blank cells included (support.google.com/drive/answer/37603). */
const MAX_CELLS = 10_000_000;
/** From here on a person is told, while there is time to do something about it. */
const NEARLY_FULL = 0.9;

/** A note once the limit is near; null before. */
export function cellsProblem({ sheets }: Pick<Structure, 'sheets'>): Omit<SheetProblem, 'sheet'> | null {
  const cells = cellsOf(sheets);
  if (cells < MAX_CELLS * NEARLY_FULL) return null;
  const message = `The spreadsheet has ${cells.toLocaleString('en')} of the 10,000,000 cells that Google allows, blank ones included. ${REMEDY}`;
  return { code: 'workbook_cells', row: null, message };
}

/** Throws PennyrowError `workbook_cells` when the spreadsheet cannot grow by that many cells. */
export function refuseTooManyCells(sheets: readonly SheetStructure[], more: number): void {
  if (cellsOf(sheets) + more > MAX_CELLS) throw tooManyCells();
}

export function tooManyCells(cause?: unknown): PennyrowError {
  return new PennyrowError(
    'workbook_cells',
    'The spreadsheet has no room for the new rows: Google allows 10,000,000 cells, blank ones included. Nothing was written.',
    REMEDY,
    { cause },
  );
}

const REMEDY =
  'Delete rows and columns that are blank, above all to the right and at the end of large sheets, or move older rows to another spreadsheet.';

function cellsOf(sheets: readonly SheetStructure[]): number {
  return sheets.reduce((sum, { rowCount, columnCount }) => sum + rowCount * columnCount, 0);
}
