import { settledNow } from './mirror/follow-save.ts';
import { createMirrorUpdater } from './mirror/mirror-updater.ts';
import { createRunner } from './runs/create-runner.ts';
import type { SyncDependencies } from './runs/dependencies.ts';
import { createAdditions } from './use-cases/additions.ts';
import { createBalances } from './use-cases/balances.ts';
import { createCategories } from './use-cases/categories.ts';
import type { UseCaseContext } from './use-cases/context.ts';
import { createRestore } from './use-cases/restore.ts';
import { createRules } from './use-cases/rules.ts';
import { createSameAccounts } from './use-cases/same-accounts.ts';
import { createSyncing } from './use-cases/sync.ts';
import { createUndo } from './use-cases/undo.ts';
import { createWorkbookChanges } from './use-cases/workbook.ts';
import { toInstant } from '../core/calendar-date.ts';
import { toPennyrowError } from '../platform/errors.ts';
import { listAccounts } from '../store/accounts.ts';
import { listJournal } from '../store/journal.ts';
import { removeOutdatedMirrors } from '../store/mirror.ts';
import { completeReconciliations } from '../store/reconciliations.ts';
import { finishRun, listUnfinishedRuns } from '../store/runs.ts';
import { removeSnapshot } from '../store/snapshots.ts';
import { RECONCILIATION_FORMAT } from './mirror/reconcile-accounts.ts';
import { interrupted, settle } from './runs/confirm.ts';

export type SyncService = ReturnType<typeof createSync>;

export type Sync = Pick<SyncService, 'request' | 'freshen' | 'rebuildMirror'>;

export function createSync(deps: SyncDependencies) {
  const { showResult, ...mirror } = createMirrorUpdater(deps, (accountId) => runner.active(accountId).length > 0);
  const runner = createRunner(deps, {
    showResult,
    settledNow: (account, workbook) => settledNow(deps, account, workbook),
  });
  const { progress, active, wait, cancel, close } = runner;
  return {
    ...mirror,
    ...createUseCases({ deps, runner, mirror }),
    progress,
    active,
    wait,
    cancel,
    close,
    /** Settles runs that the last process left unfinished. Must be called first. */
    recover: () => recover(deps),
  };
}

/** All use cases. Those that write queue a run and return its id; those with an account throw if it has no workbook. */
function createUseCases(context: UseCaseContext) {
  return {
    ...createSyncing(context),
    ...createUndo(context),
    ...createRestore(context),
    ...createSameAccounts(context),
    ...createRules(context),
    ...createCategories(context),
    ...createBalances(context),
    ...createAdditions(context),
    ...createWorkbookChanges(context),
  };
}

/** If a workbook cannot be read now, the next run of its account settles them. */
async function recover(deps: SyncDependencies): Promise<void> {
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
