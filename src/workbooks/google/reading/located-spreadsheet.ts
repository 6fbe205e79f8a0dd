import type { Column } from '../../../core/row.ts';
import type { Revision, Snapshot } from '../../../core/snapshot.ts';
import type { SheetRow } from '../../cell.ts';
import type { LocatedRows } from '../../read-workbook.ts';
import type { Marker, SheetStructure } from './structure.ts';

/** Positions of all parts of the spreadsheet that a write can change. */
export interface LocatedSpreadsheet extends LocatedSheet {
  readonly title: string;
  readonly categories: SheetStructure | null;
  readonly rules: SheetStructure | null;
  readonly balances: LocatedSheet | null;
  readonly markers: readonly Marker[];
}

export interface LocatedSheet extends LocatedRows<SheetStructure> {
  /** `above`: lines above the header. `below`: lines below the rows, such as totals. */
  readonly above: readonly SheetRow[];
  readonly below: readonly SheetRow[];
  /** New rows copy the formats of one existing row. These columns have a date format there. */
  readonly showsDate: ReadonlySet<Column>;
  /** True if a sheet without rows has an array formula in its header row. Google does not extend it to a row inserted directly below. */
  readonly isAnchored: boolean;
}

export interface BaseState {
  readonly revision: Revision;
  /** The time of the read or check, in milliseconds since 1970. */
  readonly checkedAt: number;
  readonly snapshot: Snapshot;
  /** Null for a stored snapshot; then the spreadsheet must be checked before a write. */
  readonly located: LocatedSpreadsheet | null;
  /** True if the plan was repeated for newly typed rows. It is not repeated again, because the user may keep typing. */
  readonly isReplanned: boolean;
}
