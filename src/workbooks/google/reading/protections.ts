import type { sheets_v4 } from '@googleapis/sheets';
import type { SheetProblem } from '../../../core/snapshot.ts';
import { problem } from '../../../messages/problem.ts';
import type { ColumnPositions } from '../../columns.ts';
import { sheetProblem } from '../../problem-list.ts';
import type { SheetStructure } from './structure.ts';

/** A note when a part of the columns may not be edited by the person who connected the spreadsheet; null when all may. */
export function protectionProblem(sheet: SheetStructure, columns: ColumnPositions): Omit<SheetProblem, 'sheet'> | null {
  const isClosed = sheet.protections.some(
    (protection) => !mayEdit(protection) && touches(protection, sheet, Object.values(columns)),
  );
  return isClosed
    ? sheetProblem(problem('workbook_protected', { reason: 'partly', path: null, sheet: sheet.title }))
    : null;
}

function mayEdit({ warningOnly, requestingUserCanEdit }: sheets_v4.Schema$ProtectedRange): boolean {
  return warningOnly === true || requestingUserCanEdit === true;
}

/** Single rows that are protected are a person's way to keep what is settled; only what reaches further is reported. */
function touches(
  { range, unprotectedRanges }: sheets_v4.Schema$ProtectedRange,
  sheet: SheetStructure,
  positions: readonly number[],
): boolean {
  const reachesNewRows = (range?.endRowIndex ?? Infinity) >= sheet.rowCount;
  return (
    reachesNewRows &&
    positions.some(
      (position) => holds(range, position) && !(unprotectedRanges ?? []).some((open) => holds(open, position)),
    )
  );
}

function holds(range: sheets_v4.Schema$GridRange | null | undefined, column: number): boolean {
  return (range?.startColumnIndex ?? 0) <= column && column < (range?.endColumnIndex ?? Infinity);
}
