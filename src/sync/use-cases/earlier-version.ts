import { findBalanceRow, type BalanceRowValues } from '../../core/balance-sheet.ts';
import type { Instant } from '../../core/calendar-date.ts';
import type { MemoryEntry } from '../../core/memory.ts';
import type { Snapshot } from '../../core/snapshot.ts';
import type { Account } from '../../store/accounts.ts';
import { listBalanceRowsOf } from '../../store/balances.ts';
import { listWritingRuns } from '../../store/runs.ts';
import type { SyncDependencies } from '../runs/dependencies.ts';

/** A run whose changes are missing because the user restored an earlier version of the workbook. */
interface LostRun {
  readonly id: string;
  readonly startedAt: Instant;
}

/** Newest first. */
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

export function lostBalances(deps: SyncDependencies, account: Account, snapshot: Snapshot): BalanceRowValues[] {
  const { balances } = snapshot;
  return balances === undefined
    ? []
    : lostRuns(deps, account, snapshot)
        .toReversed()
        .flatMap(({ id }) => listBalanceRowsOf(deps.store, id))
        .filter((row) => findBalanceRow(balances, row) === null);
}

interface LostEntries {
  readonly written: readonly MemoryEntry[];
  /** Rows of the user, which still exist but without their id. */
  readonly claimed: readonly MemoryEntry[];
}

/** Rows missing because the user restored an earlier version. Without markers that is unknown: some programs drop them. */
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
