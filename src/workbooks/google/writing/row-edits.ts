import type { sheets_v4 } from '@googleapis/sheets';
import { COLUMNS, type Column } from '../../../core/row.ts';
import type { CellUpdate, Refused, RowRemoval, WorkbookChange } from '../../../core/workbook-change.ts';
import { holds, textOf, type SheetRow } from '../../cell.ts';
import type { ColumnPositions } from '../../columns.ts';
import { isTypedRow } from '../../typed-row.ts';
import { GOOGLE_SENSE, type GoogleCell } from '../reading/google-cell.ts';
import type { SheetRows } from './precheck.ts';
import { changedMeanwhile } from './write-errors.ts';
import { cellOf, cellsIn } from './new-rows.ts';

type Request = sheets_v4.Schema$Request;

/** What becomes of rows that are there: the updates and removals that the sheet as it is now allows. */
export interface RowEdits {
  readonly updates: readonly CellUpdate[];
  readonly removals: readonly RowRemoval[];
  readonly refused: readonly Refused[];
}

export function planRowEdits(
  change: Pick<WorkbookChange, 'updates' | 'removals'>,
  rows: SheetRows,
  columns: ColumnPositions,
): RowEdits {
  const refused: Refused[] = [];
  const cell = (row: number, column: Column) => cellOfRow(rows.get(row), columns[column]);
  const isRowOf = (row: number, id: string) => holds(cell(row, 'transactionId'), 'transactionId', id, GOOGLE_SENSE);
  const updates = change.updates.filter(({ row, transactionId, typed, cell: { column, from } }) => {
    const present = cell(row, column);
    const mayUpdate =
      columns[column] !== undefined &&
      isRowOf(row, transactionId) &&
      (typed === undefined || isTypedRow(rows.get(row), columns, typed, GOOGLE_SENSE)) &&
      holds(present, column, from, GOOGLE_SENSE);
    // Without its id the row would show nothing, and what it shows would be lost: all is planned again.
    if (!mayUpdate && column === 'transactionId' && from === '') throw changedMeanwhile();
    if (!mayUpdate) refused.push({ row, transactionId, column, found: textOf(present, GOOGLE_SENSE) });
    return mayUpdate;
  });
  const removals = change.removals.filter(({ row, values }) => {
    const touched = COLUMNS.find(
      (column) => columns[column] !== undefined && !holds(cell(row, column), column, values[column], GOOGLE_SENSE),
    );
    if (touched === undefined && isRowOf(row, values.transactionId)) return true;
    const found = touched === undefined ? '' : textOf(cell(row, touched), GOOGLE_SENSE);
    refused.push({ row, transactionId: values.transactionId, column: null, found });
    return false;
  });
  return { updates, removals, refused };
}

/**
 * Removed rows are emptied, in Pennyrow's own columns alone: a line may have moved when the request arrives, and an
 * emptied one can be filled again while one that is gone cannot be brought back.
 */
export function editRequests({ updates, removals }: RowEdits, sheetId: number, columns: ColumnPositions): Request[] {
  return [
    ...updates.map(({ row, cell: { column, to } }) =>
      cellRequest(sheetId, row, columns[column] ?? 0, cellOf(column, to)),
    ),
    ...removals.flatMap(({ row }) =>
      Object.values(columns).map((position): Request => ({
        repeatCell: { range: cellsIn(sheetId, position, row - 1, row), cell: {}, fields: 'userEnteredValue' },
      })),
    ),
  ];
}

export function cellRequest(sheetId: number, row: number, position: number, cell: sheets_v4.Schema$CellData): Request {
  return {
    updateCells: {
      start: { sheetId, rowIndex: row - 1, columnIndex: position },
      rows: [{ values: [cell] }],
      fields: 'userEnteredValue',
    },
  };
}

export function cellOfRow(row: SheetRow<GoogleCell> | undefined, position: number | undefined): GoogleCell | undefined {
  return row?.cells.find(({ column }) => column === position);
}
