import { findBalanceRow, type BalanceRowValues } from '../core/balance-sheet.ts';
import type { Instant } from '../core/calendar-date.ts';
import type { MemoryEntry } from '../core/memory.ts';
import type { Snapshot } from '../core/snapshot.ts';
import type { Account } from '../store/accounts.ts';
import { listBalanceRowsOf } from '../store/balances.ts';
import { listWritingRuns } from '../store/runs.ts';
import type { SyncDependencies } from './dependencies.ts';

/** A run whose write somebody took out of the workbook by putting an earlier version of it back. */
interface LostRun {
  readonly id: string;
  readonly startedAt: Instant;
}

/** Oldest last. See `lostEntries`. */
function lostRuns(deps: SyncDependencies, account: Account, { markers }: Snapshot): readonly LostRun[] {
  const newest = markers.at(-1);
  const runs = listWritingRuns(deps.store, account.id);
  return runs.slice(
    0,
    Math.max(
      0,
      runs.findIndex(({ id }) => id === newest),
    ),
  );
}

/** The same of the Balances sheet: rows as they were written. */
export function lostBalances(deps: SyncDependencies, account: Account, snapshot: Snapshot): BalanceRowValues[] {
  const { balances } = snapshot;
  return balances === undefined
    ? []
    : lostRuns(deps, account, snapshot)
        .toReversed()
        .flatMap(({ id }) => listBalanceRowsOf(deps.store, id))
        .filter((row) => findBalanceRow(balances, row) === null);
}

export interface LostEntries {
  /** Pennyrow's own rows. */
  readonly written: readonly MemoryEntry[];
  /** Rows of the person's own, which are there as they were before they got an id. */
  readonly claimed: readonly MemoryEntry[];
}

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
): LostEntries {
  const firstLost = lostRuns(deps, account, snapshot).at(-1);
  if (firstLost === undefined) return { written: [], claimed: [] };
  const present = new Set(snapshot.rows.map(({ transactionId }) => transactionId));
  const lost = memory.filter(
    ({ state, addedAt, transactionId }) =>
      state === 'in-sheet' && addedAt >= firstLost.startedAt && !present.has(transactionId),
  );
  return {
    written: lost.filter(({ claimed }) => claimed === undefined),
    claimed: lost.filter(({ claimed }) => claimed !== undefined),
  };
}
