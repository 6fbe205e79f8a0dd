import { findBalanceRow, type BalanceRowValues } from '../../core/balance-sheet.ts';
import type { MemoryEntry } from '../../core/memory.ts';
import type { Snapshot } from '../../core/snapshot.ts';
import type { Account } from '../../store/accounts.ts';
import { listBalanceRowsOf } from '../../store/balances.ts';
import { listWritingRuns } from '../../store/runs.ts';
import type { SyncDependencies } from '../runs/dependencies.ts';

/** The runs, newest first, whose changes are lost because the user restored an earlier version of the workbook. */
function lostRuns(deps: SyncDependencies, account: Account, { markers }: Snapshot) {
  const newest = markers.at(-1);
  const runs = listWritingRuns(deps.store, account.id);
  const present = runs.findIndex(({ id }) => id === newest);
  return present === -1 ? [] : runs.slice(0, present);
}

export function lostBalances(deps: SyncDependencies, account: Account, snapshot: Snapshot): BalanceRowValues[] {
  const { balances } = snapshot;
  if (balances === undefined) return [];
  const runs = lostRuns(deps, account, snapshot).toReversed();
  const rows = runs.flatMap(({ id }) => listBalanceRowsOf(deps.store, id));
  return rows.filter((row) => findBalanceRow(balances, row) === null);
}

/**
 * The rows to add again because the user restored an earlier version of the workbook; none if the workbook has no markers, which
 * some programs remove. `claimed`: rows that the user typed. The restored version has them, but without the transaction ids.
 */
export function lostEntries(
  deps: SyncDependencies,
  account: Account,
  snapshot: Snapshot,
  memory: readonly MemoryEntry[],
) {
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
