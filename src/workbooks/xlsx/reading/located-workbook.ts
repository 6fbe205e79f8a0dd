import type { SheetColumn } from '../../../core/sheet-columns.ts';
import type { Layout } from '../../../core/snapshot.ts';
import type { ComputedColumns } from '../../computed-columns.ts';
import type { CellPlaces } from '../../row-cells.ts';
import type { CellContext } from './cell-context.ts';
import type { SheetPart, WorkbookParts } from '../package/workbook-parts.ts';

/** Positions of everything that a change may touch, in an open package. Columns count from 0, rows from 1. */
export interface LocatedWorkbook extends LocatedRows {
  readonly parts: WorkbookParts;
  /** Null if no balances can be written. */
  readonly balances: LocatedRows | null;
  readonly context: CellContext;
  readonly layout: Layout;
}

export interface LocatedRows extends CellPlaces {
  readonly transactions: SheetPart;
  readonly headerRow: number;
  /** The header row if there are no rows. Totals, notes and formulas for future rows do not count. */
  readonly lastUsedRow: number;
  readonly computed: ComputedColumns;
  /** The first transaction if the newest ones are on top; null if new rows go below the last one. */
  readonly topRow: number | null;
  /** The first line below the rows that is no row, such as a total, in any column of the table; null for none. */
  readonly lineBelow: number | null;
  /** Cell styles of the last row (indexes of cellXfs) for new rows; the column's style if that row has no cell. */
  readonly lastRowStyles: Readonly<Partial<Record<SheetColumn, number>>>;
  /** The sheet is protected, and locked cells must not be written. */
  readonly isProtected: boolean;
  /** The sheet is protected, so no rows are inserted or deleted. */
  readonly isSheetProtected: boolean;
}
