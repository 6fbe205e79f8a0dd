import type { SheetColumn } from '../../../core/sheet-columns.ts';
import type { Layout } from '../../../core/snapshot.ts';
import type { LocatedRows } from '../../read-workbook.ts';
import type { SheetPart, WorkbookParts } from '../package/workbook-parts.ts';
import type { CellContext } from './cell-context.ts';

/** Positions of everything that a change may touch, in an open package. */
export interface LocatedWorkbook extends LocatedSheet {
  readonly parts: WorkbookParts;
  /** Null if no balances can be written. */
  readonly balances: LocatedSheet | null;
  readonly context: CellContext;
  readonly layout: Layout;
}

export interface LocatedSheet extends LocatedRows<SheetPart> {
  /** The first line below the rows that is no row, such as a total, in any column of the table; null for none. */
  readonly lineBelow: number | null;
  /** Cell styles of the last row (indexes of cellXfs) for new rows; the column's style if that row has no cell. */
  readonly lastRowStyles: Readonly<Partial<Record<SheetColumn, number>>>;
  /** The sheet is protected, and locked cells must not be written. */
  readonly isProtected: boolean;
  /** The sheet is protected, so no rows are inserted or deleted. */
  readonly isSheetProtected: boolean;
}
