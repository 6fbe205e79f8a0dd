import type { MemoryEntry } from '../core/memory.ts';
import type { Snapshot } from '../core/snapshot.ts';
import type { Account } from '../store/accounts.ts';
import { listWritingRuns } from '../store/runs.ts';
import type { SyncDependencies } from './dependencies.ts';

/**
 * What the workbook lost because somebody put an earlier version of it back: the newest marker that it holds
 * is not that of the last write. Rows that were written since are missing without having been deleted.
 * A workbook without any marker tells nothing: some program may have dropped them.
 */
export function lostEntries(
  deps: SyncDependencies,
  account: Account,
  snapshot: Snapshot,
  memory: readonly MemoryEntry[],
): MemoryEntry[] {
  const newest = snapshot.markers.at(-1);
  const runs = listWritingRuns(deps.store, account.id);
  const place = runs.findIndex(({ id }) => id === newest);
  const firstLost = runs[place - 1];
  if (place <= 0 || firstLost === undefined) return [];
  const present = new Set(snapshot.rows.map(({ transactionId }) => transactionId));
  return memory.filter(
    ({ state, addedAt, transactionId }) =>
      state === 'in-sheet' && addedAt >= firstLost.startedAt && !present.has(transactionId),
  );
}
