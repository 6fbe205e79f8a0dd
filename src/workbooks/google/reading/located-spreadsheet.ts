import type { Column, Row } from '../../../core/row.ts';
import type { Layout, Revision, Snapshot } from '../../../core/snapshot.ts';
import type { ComputedColumns } from '../../computed-columns.ts';
import type { LineBelow } from '../../lines-below.ts';
import type { CellPlaces } from '../../row-cells.ts';
import type { Marker, SheetStructure } from './structure.ts';

/** Positions of everything that a change may touch. Columns count from 0, rows from 1. */
export interface LocatedSpreadsheet extends LocatedRows {
  readonly title: string;
  readonly categories: SheetStructure | null;
  readonly rules: SheetStructure | null;
  readonly balances: LocatedRows | null;
  readonly markers: readonly Marker[];
}

/** Rows of a sheet below their header: transactions or balances. */
export interface LocatedRows extends CellPlaces {
  readonly transactions: SheetStructure;
  readonly headerRow: number;
  /** The header row if there are no rows. */
  readonly lastUsedRow: number;
  /** The first transaction if new rows go above it; null if they go below the last one. */
  readonly topRow: number | null;
  /** Lines above the header and below the rows, such as totals. */
  readonly above: readonly LineBelow[];
  readonly below: readonly LineBelow[];
  /** Columns in which the next row shows numbers as dates. */
  readonly showsDate: ReadonlySet<Column>;
  readonly computed: ComputedColumns;
  /** There are no rows, and an array formula begins near the header. It would not cover rows inserted above its range. */
  readonly isAnchored: boolean;
}

export interface BaseState {
  readonly revision: Revision;
  /** Milliseconds since 1970; the spreadsheet may have changed since. */
  readonly checkedAt: number;
  readonly snapshot: Snapshot;
  readonly layout: Layout;
  readonly rows: readonly Row[];
  readonly markers: readonly string[];
  /** Null for a stored snapshot; then the spreadsheet must be checked before a write. */
  readonly located: LocatedSpreadsheet | null;
  /** The plan was repeated once for newly typed rows. It is not repeated again, because the user may keep typing. */
  readonly isReplanned: boolean;
}
