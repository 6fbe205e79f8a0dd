import type { sheets_v4 } from '@googleapis/sheets';
import { COLUMNS } from '../../../core/row.ts';
import { SHEET_COLUMNS, shows } from '../../../core/sheet-columns.ts';
import type { CellUpdate, Refused, RowRemoval, WorkbookChange } from '../../../core/workbook-change.ts';
import { holds } from '../../cell.ts';
import { cellOfRow, changedCells, isComputed, showsValue, textShown, type CellPlaces } from '../../row-cells.ts';
import { isTypedRow } from '../../row-collector.ts';
import { GOOGLE_SENSE } from '../reading/google-cell.ts';
import type { SheetRows } from './precheck.ts';
import { changedMeanwhile } from './write-errors.ts';
import { cellOf, cellsIn } from './new-rows.ts';

type Request = sheets_v4.Schema$Request;

export interface RowEdits {
  readonly updates: readonly CellUpdate[];
  readonly removals: readonly RowRemoval[];
  readonly refused: readonly Refused[];
}

export function planRowEdits(
  change: Pick<WorkbookChange, 'updates' | 'removals'>,
  rows: SheetRows,
  places: CellPlaces,
): RowEdits {
  const { columns } = places;
  const refused: Refused[] = [];
  const isRowOf = (row: number, id: string) =>
    holds(cellOfRow(rows.get(row), columns.transactionId), 'transactionId', id, GOOGLE_SENSE);
  const updates = change.updates.filter(({ row, transactionId, typed, cell: { column, from } }) => {
    const line = rows.get(row);
    const mayUpdate =
      shows(columns, column) &&
      !isComputed(places, column) &&
      isRowOf(row, transactionId) &&
      (typed === undefined || isTypedRow(line, places, typed, GOOGLE_SENSE)) &&
      showsValue(line, places, column, from, GOOGLE_SENSE);
    // Without its id, the row and its category would be lost, so the caller must plan again.
    if (!mayUpdate && column === 'transactionId' && from === '') throw changedMeanwhile();
    if (!mayUpdate) refused.push({ row, transactionId, column, found: textShown(line, places, column, GOOGLE_SENSE) });
    return mayUpdate;
  });
  const removals = change.removals.filter(({ row, values }) => {
    const touched = COLUMNS.find(
      (column) =>
        shows(columns, column) &&
        !isComputed(places, column) &&
        !showsValue(rows.get(row), places, column, values[column], GOOGLE_SENSE),
    );
    if (touched === undefined && isRowOf(row, values.transactionId)) return true;
    const found = touched === undefined ? '' : textShown(rows.get(row), places, touched, GOOGLE_SENSE);
    refused.push({ row, transactionId: values.transactionId, column: null, found });
    return false;
  });
  return { updates, removals, refused };
}

/** Rows are cleared, not deleted: a row may move before the request arrives, and cleared cells can be restored. */
export function editRequests({ updates, removals }: RowEdits, sheetId: number, places: CellPlaces): Request[] {
  const { columns, computed } = places;
  const written = SHEET_COLUMNS.filter((column) => computed?.has(column) !== true);
  return [
    ...updates.flatMap(({ row, cell }) =>
      changedCells(places, cell).map(({ column, value }) =>
        cellRequest(sheetId, row, columns[column] ?? 0, cellOf(column, value)),
      ),
    ),
    ...removals.flatMap(({ row }) =>
      written.flatMap((column): Request[] => {
        const position = columns[column];
        if (position === undefined) return [];
        const range = cellsIn(sheetId, position, row - 1, row);
        return [{ repeatCell: { range, cell: {}, fields: 'userEnteredValue' } }];
      }),
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
