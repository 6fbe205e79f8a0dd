import type { SheetColumn } from '../../../core/sheet-columns.ts';
import type { Layout } from '../../../core/snapshot.ts';
import type { ComputedColumns } from '../../computed-columns.ts';
import type { LineBelow } from '../../lines-below.ts';
import type { CellPlaces } from '../../row-cells.ts';
import type { CellContext } from './cell-context.ts';
import type { SheetPart, WorkbookParts } from '../package/workbook-parts.ts';

/** Positions in an open package of everything that a change may touch. Columns count from 0, rows from 1. */
export interface LocatedWorkbook extends LocatedRows {
  readonly parts: WorkbookParts;
  /** Those of the Balances sheet; null where none can be written. */
  readonly balances: LocatedRows | null;
  readonly context: CellContext;
  readonly layout: Layout;
}

/** Rows of a sheet below their header: those of the transactions, or others that are written in the same way. */
export interface LocatedRows extends CellPlaces {
  /** The sheet that they are in. */
  readonly transactions: SheetPart;
  readonly headerRow: number;
  /**
   * The last row of them; the header's row when there is none. Rows that hold only a person's own
   * columns, formulas filled down for rows to come, totals and notes do not count.
   */
  readonly lastUsedRow: number;
  readonly computed: ComputedColumns;
  /** Lines below it that are none of them, such as a total, in any column of the table. */
  readonly below: readonly LineBelow[];
  /**
   * The last row's cell styles (indexes into the styles part's cellXfs), for new rows to look like it;
   * what the sheet gives its columns where that row has no cell.
   */
  readonly lastRowStyles: Readonly<Partial<Record<SheetColumn, number>>>;
  /** The person has protected the sheet: its locked cells must not be written. */
  readonly isProtected: boolean;
}

/** The balances in the shape that the code for transaction rows expects. */
export function withRows(located: LocatedWorkbook, rows: LocatedRows): LocatedWorkbook {
  return { ...located, ...rows };
}
