import { toInstant } from '../core/calendar-date.ts';
import type { Snapshot } from '../core/snapshot.ts';
import { toPennyrowError } from '../platform/errors.ts';
import { listAccounts, findAccount, saveLayout } from '../store/accounts.ts';
import { forgetAllBalanceRows, forgetBalances } from '../store/balances.ts';
import { restartConnections } from '../store/connections.ts';
import type { Writer } from '../store/database.ts';
import { listJournal } from '../store/journal.ts';
import { forgetEverything, knowsAny, listRenamed } from '../store/memory.ts';
import { removeOutdatedMirrors, removeMirror } from '../store/mirror.ts';
import { completeReconciliations } from '../store/reconciliations.ts';
import { finishRun, listUnfinishedRuns } from '../store/runs.ts';
import { removeSnapshot } from '../store/snapshots.ts';
import { forgetImportedFiles } from '../store/statement-files.ts';
import { settledNow } from './mirror/follow-save.ts';
import { createMirrorUpdater } from './mirror/mirror-updater.ts';
import { compareMirror } from './mirror/mirror-writer.ts';
import { RECONCILIATION_FORMAT } from './mirror/reconcile-accounts.ts';
import { interrupted, settle } from './runs/confirm.ts';
import { createRunner } from './runs/create-runner.ts';
import type { SyncDependencies } from './runs/dependencies.ts';
import { addMissing, addToWorkbook } from './use-cases/additions.ts';
import { addBalances } from './use-cases/balances.ts';
import { setCategories } from './use-cases/categories.ts';
import type { RulesChange } from './use-cases/change-rules.ts';
import { type UseCaseContext, enqueuePlan } from './use-cases/context.ts';
import { forgetDeletedRows, restore } from './use-cases/restore.ts';
import { joinAccounts } from './use-cases/same-accounts.ts';
import { importFiles, previewSync, requestSync } from './use-cases/sync.ts';
import { previewUndo, undo } from './use-cases/undo.ts';

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
    /** Completes or discards runs that the previous process left unfinished. Call it before any other method. */
    recover: () => recover(deps),
  };
}

/** A use case that writes to the workbook queues a run and returns its id. It throws if the account has no workbook. */
function createUseCases(context: UseCaseContext) {
  const inContext =
    <Input extends unknown[], Output>(useCase: (context: UseCaseContext, ...input: Input) => Output) =>
    (...input: Input): Output =>
      useCase(context, ...input);
  return {
    request: inContext(requestSync),
    importFiles: inContext(importFiles),
    preview: inContext(previewSync),
    undo: inContext(undo),
    previewUndo: inContext(previewUndo),
    restore: inContext(restore),
    forgetDeleted: inContext(forgetDeletedRows),
    joinAccounts: inContext(joinAccounts),
    setCategories: inContext(setCategories),
    changeRules: inContext(changeRules),
    applyRules: inContext(applyRules),
    addBalances: inContext(addBalances),
    addMissing: inContext(addMissing),
    addToWorkbook: inContext(addToWorkbook),
    workbookChanged: inContext(workbookChanged),
    columnsChanged: inContext(columnsChanged),
    compareMirror: inContext(compareFreshMirror),
  };
}

/** Completes or discards unfinished runs. If a workbook cannot be read now, this is left to the next run of its account. */
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

/** Removes cached sheets (mirrors and snapshots) that another version of Pennyrow stored, since they may lack new fields. */
function dropOutdatedMirrors({ store, log }: SyncDependencies): void {
  store.transaction(() => {
    for (const account of removeOutdatedMirrors(store)) {
      removeSnapshot(store, account);
      log.info({ account }, 'the mirror has the form of another version; the workbook is read again');
    }
  });
}

/** Call this when the user has chosen another workbook. Forgets all transactions unless the new workbook contains some of them. */
function workbookChanged({ deps: { store }, mirror }: UseCaseContext, accountId: string, snapshot: Snapshot | null) {
  store.transaction(() => changeWorkbook(store, accountId, snapshot));
  mirror.invalidate(accountId);
}

/** Call this when the user has mapped columns: saves them from the layout of `snapshot`, and reads the sheet again. */
async function columnsChanged({ deps: { store }, mirror }: UseCaseContext, accountId: string, { layout }: Snapshot) {
  store.transaction(() => {
    saveLayout(store, accountId, layout);
    removeSnapshot(store, accountId);
  });
  await mirror.rebuildMirror(accountId);
}

/** Updates the mirror (the cached sheet) first, so that new rows are no differences. Throws if the workbook cannot be read. */
async function compareFreshMirror({ deps, mirror }: UseCaseContext, accountId: string) {
  await mirror.freshen(accountId);
  return compareMirror(deps, accountId);
}

/** Keeps the remembered transactions if the account now has no workbook, because the next workbook may contain them. */
function changeWorkbook(store: Writer, accountId: string, snapshot: Snapshot | null): void {
  removeMirror(store, accountId);
  removeSnapshot(store, accountId);
  saveLayout(store, accountId, null);
  const ids = snapshot?.rows.map(({ transactionId }) => transactionId) ?? [];
  if (findAccount(store, accountId)?.workbook === null || knowsAny(store, accountId, ids)) return;
  forgetEverything(store, accountId);
  forgetBalances(store, accountId);
  forgetAllBalanceRows(store, accountId);
  forgetImportedFiles(store, accountId);
  restartConnections(store, accountId);
}

/** Imported on first use, because rules load a large regular expression engine. */
const loadRules = () => import('./use-cases/change-rules.ts');

function changeRules(context: UseCaseContext, accountId: string, change: RulesChange): string {
  const renamed = () => listRenamed(context.deps.store, accountId);
  return enqueuePlan(context, accountId, 'rule', {
    select: async () => (await loadRules()).selectForChange(change, renamed()),
    plan: async (sheet, recall) => (await loadRules()).planChangeRules(sheet, recall, renamed(), change),
  });
}

function applyRules(context: UseCaseContext, accountId: string): string {
  const renamed = () => listRenamed(context.deps.store, accountId);
  return enqueuePlan(context, accountId, 'category', {
    select: async ({ rules }) => (await loadRules()).selectForRules(rules, renamed()),
    plan: async (sheet, recall) => (await loadRules()).planApplyRules(sheet, recall, renamed()),
  });
}
