import { toInstant } from '../../core/calendar-date.ts';
import { toPennyrowError } from '../../platform/errors.ts';
import { listAccounts } from '../../store/accounts.ts';
import { listJournal } from '../../store/journal.ts';
import { removeOutdatedMirrors } from '../../store/mirror.ts';
import { completeReconciliations } from '../../store/reconciliations.ts';
import { finishRun, listUnfinishedRuns } from '../../store/runs.ts';
import { removeSnapshot } from '../../store/snapshots.ts';
import { RECONCILIATION_FORMAT } from '../mirror/reconcile-accounts.ts';
import { interrupted, settle } from '../runs/confirm.ts';
import type { SyncDependencies } from '../runs/dependencies.ts';

/**
 * Settles runs that the last process left unfinished. If a workbook cannot be read now, the next run of its account settles them.
 */
export async function recover(deps: SyncDependencies): Promise<void> {
  dropOutdatedMirrors(deps);
  completeReconciliations(deps.store, RECONCILIATION_FORMAT);
  for (const account of listAccounts(deps.store)) {
    try {
      await settle(deps, account);
    } catch (thrown) {
      deps.log.warn(
        { account: account.id, err: toPennyrowError(thrown) },
        'a run is still open until its workbook can be read',
      );
    }
  }
  const open = new Set(listJournal(deps.store).map(({ runId }) => runId));
  for (const run of listUnfinishedRuns(deps.store)) {
    if (!open.has(run.id)) finishRun(deps.store, run.id, toInstant(deps.clock.now()), interrupted(run));
  }
}

/** Also removes the stored snapshot, which may lack new fields of the mirror. */
function dropOutdatedMirrors({ store, log }: SyncDependencies): void {
  store.transaction(() => {
    for (const account of removeOutdatedMirrors(store)) {
      removeSnapshot(store, account);
      log.info({ account }, 'the mirror has the form of another version; the workbook is read again');
    }
  });
}
