import type { Instant } from '../core/calendar-date.ts';
import type { Revision, Snapshot } from '../core/snapshot.ts';
import type { Applied } from '../core/workbook-change.ts';
import { pack, type Packed } from '../store/packing.ts';
import type { Reader } from '../store/database.ts';
import { findSnapshotRevision, loadSnapshot } from '../store/snapshots.ts';
import type { KnownSnapshot, Workbook } from '../workbooks/workbook.ts';
import type { Work } from './work.ts';

/** What a run or a look found in the workbook. */
export interface Found {
  readonly snapshot: Snapshot;
  /** When reading began, or the write was known to have happened; null when the kept revision was still the workbook's. */
  readonly readAt: Instant | null;
}

/** A workbook that a run did not read, since it was at this revision as memory knows it. */
export interface Unread {
  readonly on: Revision;
  readonly work: Work;
  /** What was written; null for nothing. */
  readonly applied: Applied | null;
}

/** What a run leaves for the mirror; null when only a read can tell. */
export type RunResult = Found | Unread | null;

/** The last snapshot of a workbook that is expensive to read; null when none is kept. */
export function keptSnapshot(
  store: Reader,
  accountId: string,
  { isRemote }: Pick<Workbook, 'isRemote'>,
): KnownSnapshot | null {
  const revision = isRemote ? findSnapshotRevision(store, accountId) : null;
  return revision === null ? null : { revision, load: () => loadSnapshot(store, accountId) };
}

/** The rows as they are kept; null for a workbook that is cheap to read. */
export async function rowsToKeep(
  { rows }: Snapshot,
  { isRemote }: Pick<Workbook, 'isRemote'>,
): Promise<Packed[] | null> {
  return isRemote ? pack(rows) : null;
}
