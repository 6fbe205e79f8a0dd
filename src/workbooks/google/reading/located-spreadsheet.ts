import type { Column, Row } from '../../../core/row.ts';
import type { Layout, Revision, Snapshot } from '../../../core/snapshot.ts';
import type { ComputedColumns } from '../../computed-columns.ts';
import type { LineBelow } from '../../lines-below.ts';
import type { CellPlaces } from '../../row-cells.ts';
import type { Marker, SheetStructure } from './structure.ts';

/** Positions of everything that a change may touch. Columns count from 0, rows from 1. */
export interface LocatedSpreadsheet extends LocatedRows {
  readonly title: string;
  /** The lists, where they are. */
  readonly categories: SheetStructure | null;
  readonly rules: SheetStructure | null;
  /** The rows of the Balances sheet; null where none can be written. */
  readonly balances: LocatedRows | null;
  readonly markers: readonly Marker[];
}

/** Rows of a sheet below their header: those of the transactions, or others that are written in the same way. */
export interface LocatedRows extends CellPlaces {
  /** The sheet that they are in. */
  readonly transactions: SheetStructure;
  readonly headerRow: number;
  /** The last row of them; the header's row when there is none. */
  readonly lastUsedRow: number;
  /** Lines below it that are none of them, such as a total. */
  readonly below: readonly LineBelow[];
  /** Which columns show numbers as dates, where the next row goes. */
  readonly showsDate: ReadonlySet<Column>;
  readonly computed: ComputedColumns;
  /**
   * There are no rows yet, and an array formula begins in the header or in the row below it. Rows that are inserted above its
   * range would be left out of it.
   */
  readonly isAnchored: boolean;
}

/** The balances in the shape that the code for transaction rows expects. */
export function withRows(located: LocatedSpreadsheet, rows: LocatedRows): LocatedSpreadsheet {
  return { ...located, ...rows };
}

/** The state that a write was planned on. */
export interface KnownState {
  readonly revision: Revision;
  /** Since when the spreadsheet may be another one; milliseconds since 1970. */
  readonly checkedAt: number;
  readonly snapshot: Snapshot;
  readonly layout: Layout;
  readonly rows: readonly Row[];
  readonly markers: readonly string[];
  /** Null when the snapshot was kept from an earlier time: then it has to be looked at before anything is written. */
  readonly located: LocatedSpreadsheet | null;
  /** It was planned again for rows that came below the last one; that is not asked again, for a person may go on typing. */
  readonly isReplanned: boolean;
}
