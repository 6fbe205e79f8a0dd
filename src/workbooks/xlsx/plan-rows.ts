import type { Refused } from '../../core/workbook-change.ts';
import { isRequiredIn, SHEET_COLUMNS } from '../../core/sheet-columns.ts';
import { refuseComputed } from '../computed-columns.ts';
import { refuseWithoutRoom } from '../lines-below.ts';
import type { RowsMove } from './cell-reference.ts';
import type { CellWrite, PresentCell } from './cell-writing.ts';
import { findDataTables, type DataTable } from './data-tables.ts';
import type { LocatedRows, LocatedWorkbook } from './located-workbook.ts';
import { besidePresent, companionCells, newRowCells, NewRowStyles, refuseWhenNoRoom } from './new-rows.ts';
import { planRowEdits, type RowsChange } from './row-edits.ts';
import { SheetEdit } from './sheet-edit.ts';
import type { TextParts } from './text-part.ts';
import type { ZipPackage } from './zip-package.ts';

export interface PlanRows {
  readonly path: string;
  readonly pkg: ZipPackage;
  readonly located: LocatedWorkbook;
  readonly change: RowsChange;
  readonly signal: AbortSignal | undefined;
  /** Makes of what stands in the way of a row, met while the part is written, what is thrown. */
  readonly explain?: (thrown: unknown) => unknown;
}

/** What one change does to a sheet of rows. */
export interface RowsEdit {
  readonly rows: LocatedRows;
  readonly tables: readonly DataTable[];
  /** How the last row moves; null where it stays. */
  readonly move: RowsMove | null;
  readonly edit: SheetEdit;
  /** The last row after the change, where no rows but those at the end go. */
  readonly lastRow: number;
  readonly refused: readonly Refused[];
}

/**
 * Plans new, changed and removed rows. `parts` takes the styles part when it has to change. Throws PennyrowError
 * `workbook_totals_row`, `workbook_lines_below`, `workbook_column_computed` or `workbook_full`; and when the edit is made,
 * `workbook_cells_in_the_way`.
 */
export async function planRows(
  { path, pkg, located, change, signal, explain = (thrown) => thrown }: PlanRows,
  parts: TextParts,
): Promise<RowsEdit> {
  const { transactions, headerRow, lastUsedRow } = located;
  const columns = Object.values(located.columns);
  const area = { part: transactions.part, name: transactions.name, headerRow, lastUsedRow, columns };
  const tables = await findDataTables(pkg, area);
  const count = change.appends.length;
  refuseWhenNoRoom(path, area, tables, count);
  if (count > 0)
    refuseComputed(
      area.name,
      located,
      SHEET_COLUMNS.filter((column) => isRequiredIn(located.columns, column)),
    );
  refuseWithoutRoom(`${area.name} in ${path}`, lastUsedRow, located.below, count);
  // A line that goes would take a part of an array with it.
  const canShrink = count === 0 && located.computed.size === 0 && !tables.some(({ hasTotals }) => hasTotals);
  const { writes, taken, lastRow, refused } = await planRowEdits(pkg, located, change, canShrink, signal);
  const styles = count > 0 ? await NewRowStyles.find(pkg, located, parts) : null;
  const companions = once((model: readonly PresentCell[]) => companionCells(model, columns, tables));
  const firstNewRow = lastUsedRow + 1;
  const move = rowsMove(located, lastRow + count);
  const edit = new SheetEdit({
    writes,
    taken,
    model: count > 0 && lastUsedRow > headerRow ? lastUsedRow : 0,
    firstNewRow,
    newRowCount: count,
    cellsOfNewRow: (row, present, model): readonly CellWrite[] => {
      const values = change.appends[row - firstNewRow];
      if (values === undefined || styles === null) return [];
      const cells = [...newRowCells(values, located, styles), ...companions(model)];
      if (present.length === 0) return cells;
      try {
        return besidePresent(path, row, present, cells, located);
      } catch (thrown) {
        throw explain(thrown);
      }
    },
    move,
    lastColumn: Math.max(...columns),
  });
  return { rows: located, tables, move, edit, lastRow: lastRow + count, refused };
}

/** For a function that is asked again and again about the same thing. */
function once<Argument, Result>(work: (argument: Argument) => Result): (argument: Argument) => Result {
  let last: { readonly argument: Argument; readonly result: Result } | null = null;
  return (argument) => {
    if (last?.argument !== argument) last = { argument, result: work(argument) };
    return last.result;
  };
}

function rowsMove({ headerRow, lastUsedRow }: LocatedRows, lastRow: number): RowsMove | null {
  const firstRow = headerRow + 1;
  return lastRow === lastUsedRow
    ? null
    : { firstRow, from: Math.max(firstRow, lastUsedRow), to: Math.max(firstRow, lastRow) };
}
