import type { Column } from '../../core/row.ts';
import type { Layout, SheetRole } from '../../core/snapshot.ts';
import type { SharedStrings } from './shared-strings.ts';
import type { Styles } from './styles.ts';
import type { SheetPart, WorkbookParts } from './workbook-parts.ts';

/** What is needed to make sense of a sheet's cells. */
export interface CellContext {
  readonly sharedStrings: SharedStrings;
  readonly styles: Styles;
  /** Days are counted from 1904-01-01 and not from 1899-12-31. */
  readonly date1904: boolean;
}

/** Where in an open package everything stands that a change may touch. Columns count from 0, rows from 1. */
export interface LocatedWorkbook {
  readonly parts: WorkbookParts;
  readonly transactions: SheetPart;
  readonly sheets: Readonly<Record<SheetRole, SheetPart | null>>;
  readonly headerRow: number;
  readonly columns: Readonly<Partial<Record<Column, number>>>;
  /** The last row with a value in a mapped column; the header's row when there is none. */
  readonly lastUsedRow: number;
  /** The last row's cell styles (indexes into the styles part's cellXfs), for new rows to look like it. */
  readonly lastRowStyles: Readonly<Partial<Record<Column, number>>>;
  /** The person has protected the Transactions sheet: its locked cells must not be written. */
  readonly isProtected: boolean;
  readonly context: CellContext;
  readonly layout: Layout;
}
