import type { sheets_v4 } from '@googleapis/sheets';
import { SHEET_COLUMNS } from '../../../core/sheet-columns.ts';
import type { WorkbookChange } from '../../../core/workbook-change.ts';
import { changedCells, type CellPlaces } from '../../row-cells.ts';
import { referencesIn } from '../../formula-shape.ts';
import { checkRowEdits, findDeletableRows, type CheckedEdits } from '../../row-edits.ts';
import { GOOGLE_SENSE } from '../reading/google-cell.ts';
import { rowsOf } from '../reading/grid-block.ts';
import type { LocatedSheet } from '../reading/located-spreadsheet.ts';
import {
  FORMULA_FIELDS,
  requestCells,
  requestStructure,
  wholeSheets,
  type SpreadsheetCall,
} from '../reading/read-answer.ts';
import { mayEdit, type SheetStructure } from '../reading/structure.ts';
import type { SheetRows } from './precheck.ts';
import { changedMeanwhile } from '../../workbook.ts';
import { cellOf, cellsIn } from './new-rows.ts';

type Request = sheets_v4.Schema$Request;

export interface RowEdits extends CheckedEdits {
  /** The removed rows to delete, ascending. Other removed rows are emptied. */
  readonly deleted: readonly number[];
}

export type PlanEdits = ReturnType<typeof createEditsPlanner>;

type EditedRows = Pick<WorkbookChange, 'updates' | 'removals'> & { readonly appends: readonly unknown[] };

/** Rows are deleted only if the user typed nothing into them and no formula refers only to them. */
export function createEditsPlanner(call: SpreadsheetCall) {
  let formulas: Promise<readonly SheetStructure[]> | null = null;
  return async (change: EditedRows, located: LocatedSheet, rows: SheetRows): Promise<RowEdits> => {
    const edits = checkRowEdits(change, rows, located, GOOGLE_SENSE);
    // An id could not be written, because the user changed the row that should get it: the caller must plan again.
    if (edits.refused.some(({ column, transactionId }) => column === 'transactionId' && transactionId === ''))
      throw changedMeanwhile(null);
    const { transactions, headerRow, computed } = located;
    const removed = new Set(edits.removals.map(({ row }) => row));
    const mayDelete =
      change.appends.length === 0 &&
      // If array formulas fill columns, the first row may contain such a formula, and must not be deleted.
      computed.size === 0 &&
      transactions.protections.every(mayEdit) &&
      // Google refuses to delete all rows below the header.
      removed.size < transactions.rowCount - headerRow;
    const deleted = mayDelete ? findDeletableRows(removed, rows, located) : [];
    if (deleted.length === 0) return { ...edits, deleted };
    formulas ??= readFormulas(call);
    return { ...edits, deleted: breaksFormula(await formulas, transactions, deleted) ? [] : deleted };
  };
}

async function readFormulas(call: SpreadsheetCall): Promise<readonly SheetStructure[]> {
  const { sheets } = await requestStructure(call);
  const ids = sheets.filter(({ isGrid }) => isGrid).map(({ sheetId }) => sheetId);
  return (await requestCells(call, wholeSheets(ids), FORMULA_FIELDS)).sheets;
}

function breaksFormula(
  sheets: readonly SheetStructure[],
  { sheetId, title }: SheetStructure,
  deleted: readonly number[],
): boolean {
  const gone = new Set(deleted);
  const isGone = (text: string): boolean => {
    const [top, bottom = text.includes(':') ? Infinity : top] = (text.match(/\d+/g) ?? []).map(Number);
    if (top === undefined || bottom === undefined || bottom - top >= gone.size) return false;
    return Array.from({ length: bottom - top + 1 }, (_, index) => top + index).every((row) => gone.has(row));
  };
  return sheets.some((sheet) => {
    const isOwn = sheet.sheetId === sheetId;
    return [...rowsOf(sheet.blocks)].some(
      ({ index, cells }) =>
        !(isOwn && gone.has(index)) &&
        cells.some(({ formula }) =>
          [...referencesIn(formula ?? '')].some(
            (reference) =>
              (reference.sheet === null ? isOwn : reference.sheet === title.toLowerCase()) && isGone(reference.text),
          ),
        ),
    );
  });
}

/** The requests use the row numbers before the write, so rows are deleted last, from the bottom up. */
export function editRequests(
  { updates, removals, deleted }: RowEdits,
  sheetId: number,
  { columns, computed, ...places }: CellPlaces,
): Request[] {
  const written = SHEET_COLUMNS.filter((column) => computed?.has(column) !== true);
  return [
    ...updates.flatMap(({ row, cell }) =>
      changedCells({ columns, ...places }, cell).map(({ column, value }) =>
        cellRequest(sheetId, row, columns[column] ?? 0, cellOf(column, value)),
      ),
    ),
    ...removals
      .filter(({ row }) => !deleted.includes(row))
      .flatMap(({ row }) =>
        written.flatMap((column): Request[] => {
          const position = columns[column];
          if (position === undefined) return [];
          const range = cellsIn(sheetId, position, row - 1, row);
          return [{ repeatCell: { range, cell: {}, fields: 'userEnteredValue' } }];
        }),
      ),
    ...deleted.toReversed().map((row) => ({
      deleteDimension: { range: { sheetId, dimension: 'ROWS', startIndex: row - 1, endIndex: row } },
    })),
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
