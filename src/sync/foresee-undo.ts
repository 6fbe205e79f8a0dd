import { NO_COUNTS, type Run, type RunCounts } from '../core/run.ts';
import type { Account } from '../store/accounts.ts';
import { listBalanceRowsOf } from '../store/balances.ts';
import { listRuns } from '../store/runs.ts';
import type { SyncDependencies } from './dependencies.ts';
import { settledNow } from './settled-state.ts';

/**
 * How many rows an undo would remove, by the run's own counts, as long as no other run came after it and the workbook is as it
 * left it: then nobody has touched what it wrote. Null where it takes the rows to tell, or where a service may be late with
 * the news of a change.
 */
export async function foreseeUndo(deps: SyncDependencies, account: Account, run: Run): Promise<RunCounts | null> {
  const balances = listBalanceRowsOf(deps.store, run.id).length;
  if (!onlyAdded(run) || balances !== (run.counts.balances ?? 0) || !isLast(deps, run)) return null;
  const workbook = deps.openWorkbook(account);
  try {
    if (workbook.isRemote || (await settledNow(deps, account, workbook)).on === null) return null;
  } finally {
    await workbook.close();
  }
  // One may have begun meanwhile.
  return isLast(deps, run) ? { ...NO_COUNTS, removed: run.counts.added, ...(balances > 0 && { balances }) } : null;
}

/** What else a run does may stay in part: a cell that was empty before, a row of the person's own, rules that were moved. */
function onlyAdded({ kind, counts }: Run): boolean {
  const { updated, removed, alreadyThere = 0, rules = 0, additions = 0, idsWritten = 0 } = counts;
  return (
    (kind === 'sync' || kind === 'import') && updated + removed + alreadyThere + rules + additions + idsWritten === 0
  );
}

function isLast({ store }: SyncDependencies, { id, accountId }: Run): boolean {
  return listRuns(store, accountId, { limit: 1 })[0]?.id === id;
}
