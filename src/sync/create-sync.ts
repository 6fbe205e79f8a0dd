import type { MemoryEntry } from '../core/memory.ts';
import type { Run, RunKind } from '../core/run.ts';
import type { Snapshot } from '../core/snapshot.ts';
import { saveLayout, findAccount } from '../store/accounts.ts';
import { listBalanceRowsOf, forgetAllBalanceRows, forgetBalances } from '../store/balances.ts';
import { rewindConnections, restartConnections } from '../store/connections.ts';
import type { Writer } from '../store/database.ts';
import { forgetDeleted, forgetEverything, knowsAny } from '../store/memory.ts';
import { removeMirror } from '../store/mirror.ts';
import { readMemory } from '../store/read-memory.ts';
import { iterateRunItems } from '../store/runs.ts';
import { removeSnapshot } from '../store/snapshots.ts';
import { forgetImportedFiles } from '../store/statement-files.ts';
import { addToWorkbook, planAdditions, withUndoneAdditions } from './additions.ts';
import { balancesContext, chosenForBalances, planAddBalances, withUndoneBalances } from './balances/balance-sheet.ts';
import { planSetCategories } from './categories.ts';
import { createRunner } from './create-runner.ts';
import type { SyncDependencies } from './dependencies.ts';
import { fetchConnections, type FetchOptions, type FetchResult } from './fetch.ts';
import {
  chooseStatementConnection,
  fetchStatements,
  saveNewConnection,
  fileAway,
  rememberMappings,
  statementConnection,
} from './import.ts';
import { createMirrorUpdater } from './mirror-updater.ts';
import { compareMirror } from './mirror-writer.ts';
import type { RowAnswer } from './plan-work.ts';
import { recover } from './recover.ts';
import { nothingFetched, nothingToSync, requireUndoable, requireWorkbook } from './requirements.ts';
import type { RunContext, RunResult } from './run-context.ts';
import { unlessDamaged } from './sound-mirror.ts';
import type { SyncService } from './sync.ts';
import { foreseeUndo, planRestore, planUndo } from './undo.ts';
import type { Work } from './work.ts';
import { planAndWrite, type Planner } from './write.ts';

/** Lazy: rules load a regular expression engine, which the start does not need. */
const loadPlanning = () => import('./plan-work.ts');
const loadRules = () => import('./change-rules.ts');

/** Connects the use cases to one runner and one mirror. `recover` must be called first. */
export function createSync(deps: SyncDependencies): SyncService {
  const mirror = createMirrorUpdater(deps, (accountId) => runner.active(accountId).length > 0);
  const runner = createRunner(deps, mirror);

  async function writeFetched(
    context: RunContext,
    fetch: (options: FetchOptions) => Promise<FetchResult>,
    answers: readonly RowAnswer[] = [],
  ): Promise<RunResult> {
    context.report('fetching');
    const result = await fetch({
      signal: context.signal,
      progress: (done, total) => context.report('fetching', undefined, done, total),
    });
    context.signal.throwIfAborted();
    if (result.fetches.length === 0) throw nothingFetched(result.messages[0]);
    const { planContext, planFetched, planSettledFetch } = await loadPlanning();
    const found = await planAndWrite(
      deps,
      context,
      async (current) => planFetched(current, result, await planContext(deps, context.account, current), answers),
      async (revision) =>
        answers.length > 0 ? null : unlessDamaged(() => planSettledFetch(deps, context.account, revision, result)),
    );
    rememberMappings(deps, result);
    await fileAway(deps, result);
    return found;
  }

  async function previewOn(accountId: string, plan: Planner): Promise<Work> {
    const account = requireWorkbook(deps, accountId);
    await deps.prepareWorkbook(account);
    const workbook = deps.openWorkbook(account);
    try {
      return await plan(await workbook.read({ remembered: account.layout }));
    } finally {
      await workbook.close();
    }
  }

  function enqueuePlan(
    accountId: string,
    kind: RunKind,
    plan: (snapshot: Snapshot, memory: readonly MemoryEntry[]) => Work | Promise<Work>,
  ): string {
    return runner.enqueue(accountId, { kind, trigger: 'person' }, (context) =>
      planAndWrite(deps, context, async (snapshot) => plan(snapshot, await readMemory(deps.store, accountId))),
    );
  }

  function undoPlanner(run: Run): Planner {
    return async (snapshot) => {
      const memory = await readMemory(deps.store, run.accountId);
      return withUndoneAdditions(
        withUndoneBalances(
          planUndo(snapshot, memory, run, iterateRunItems(deps.store, run.id), deps.digest),
          snapshot,
          run,
          listBalanceRowsOf(deps.store, run.id),
        ),
        snapshot,
        run,
      );
    };
  }

  return {
    request: (accountId, trigger, answers) => {
      const nothing = nothingToSync(deps, accountId, trigger);
      if (nothing !== null)
        return { outcome: 'nothing-to-sync', message: `${nothing.message} ${nothing.remedy}`.trim(), problem: nothing };
      const underWay = runner.unfinishedSync(accountId);
      if (underWay !== undefined && trigger === 'person') runner.join(underWay.id);
      if (underWay !== undefined)
        return {
          outcome: 'joined',
          runId: underWay.id,
          message: 'A sync is already under way; this request joins it.',
        };
      const runId = runner.enqueue(accountId, { kind: 'sync', trigger }, (context) =>
        writeFetched(context, (options) => fetchConnections(deps, context.account, { ...options, trigger }), answers),
      );
      return { outcome: 'queued', runId, message: 'The sync has been scheduled and runs in the background.' };
    },
    freshen: mirror.freshen,
    reread: mirror.reread,
    rebuildMirror: async (accountId) => void (await mirror.refresh(accountId)),
    importFiles: (accountId, paths, { trigger, connectionId, answers, ...statement }) =>
      runner.enqueue(accountId, { kind: 'import', trigger }, (context) => {
        const connection = chooseStatementConnection(deps, accountId, connectionId);
        const fetch = async (options: FetchOptions): Promise<FetchResult> => {
          try {
            const result = await fetchStatements(deps, context.account, connection, { paths, ...statement }, options);
            saveNewConnection(deps, connection);
            return result;
          } catch (thrown) {
            deps.discardUnusedWorkbook(context.account);
            throw thrown;
          }
        };
        return writeFetched(context, fetch, answers);
      }),
    preview: async (accountId, { paths, signal, ...statement }) => {
      const account = requireWorkbook(deps, accountId);
      const options = { signal, progress: () => undefined };
      const result =
        paths === undefined
          ? await fetchConnections(deps, account, { ...options, trigger: 'person' })
          : await fetchStatements(
              deps,
              account,
              statementConnection(deps, accountId),
              { paths, ...statement },
              options,
            );
      const { planContext, planFetched } = await loadPlanning();
      return previewOn(accountId, async (snapshot) =>
        planFetched(snapshot, result, await planContext(deps, account, snapshot)),
      );
    },
    previewUndo: async (runId) => {
      const run = requireUndoable(deps, runId);
      return previewOn(run.accountId, undoPlanner(run));
    },
    foreseeUndo: async (runId) => {
      const run = requireUndoable(deps, runId);
      return foreseeUndo(deps, requireWorkbook(deps, run.accountId), run);
    },
    undo: (runId, trigger = 'person') => {
      const run = requireUndoable(deps, runId);
      return runner.enqueue(run.accountId, { kind: 'undo', trigger, undoes: runId }, (context) =>
        planAndWrite(deps, context, undoPlanner(requireUndoable(deps, runId))),
      );
    },
    restore: (accountId, transactionIds) =>
      enqueuePlan(accountId, 'restore', (snapshot, memory) => planRestore(snapshot, memory, new Set(transactionIds))),
    changeRules: (accountId, change) =>
      enqueuePlan(accountId, 'rule', async (snapshot, memory) =>
        (await loadRules()).planChangeRules(snapshot, memory, deps.digest, change),
      ),
    applyRules: (accountId) =>
      enqueuePlan(accountId, 'category', async (snapshot, memory) =>
        (await loadRules()).planApplyRules(snapshot, memory, deps.digest),
      ),
    setCategories: (accountId, rows) =>
      enqueuePlan(accountId, 'category', (snapshot, memory) => planSetCategories(snapshot, memory, deps.digest, rows)),
    addBalances: (accountId, choice) =>
      runner.enqueue(accountId, { kind: 'balances', trigger: 'person' }, ({ account, ...context }) => {
        const reading = { ...account, layout: chosenForBalances(account.layout, choice) };
        return planAndWrite(deps, { ...context, account: reading }, (snapshot) =>
          planAddBalances(
            snapshot,
            choice,
            balancesContext(deps, account, { ...snapshot, balances: snapshot.balances ?? [] }),
          ),
        );
      }),
    addMissing: (accountId, choice) =>
      runner.enqueue(accountId, { kind: 'additions', trigger: 'person' }, (context) =>
        planAndWrite(deps, context, (snapshot) => planAdditions(snapshot, choice)),
      ),
    addToWorkbook: (workbook, snapshot, choice, signal) => addToWorkbook(deps, workbook, snapshot, choice, signal),
    forgetDeleted: (accountId, from, to) =>
      deps.store.transaction(() => {
        rewindConnections(deps.store, accountId, from);
        return forgetDeleted(deps.store, accountId, from, to);
      }),
    progress: runner.progress,
    active: runner.active,
    wait: runner.wait,
    cancel: runner.cancel,
    workbookChanged: (accountId, snapshot) => {
      changeWorkbook(deps.store, accountId, snapshot);
      mirror.reset(accountId);
    },
    columnsChanged: async (accountId, { layout }) => {
      deps.store.transaction(() => {
        saveLayout(deps.store, accountId, layout);
        removeSnapshot(deps.store, accountId);
      });
      await mirror.refresh(accountId);
    },
    invalidate: mirror.reset,
    compareMirror: async (accountId) => {
      await mirror.freshen(accountId);
      return compareMirror(deps, accountId);
    },
    recover: () => recover(deps),
    close: runner.close,
  };
}

/**
 * See `SyncService.workbookChanged`. An account that is currently without a workbook keeps its memory for the next one.
 */
function changeWorkbook(store: Writer, accountId: string, snapshot: Snapshot | null): void {
  store.transaction(() => {
    removeMirror(store, accountId);
    removeSnapshot(store, accountId);
    saveLayout(store, accountId, null);
    if (findAccount(store, accountId)?.workbook === null || isSameWorkbook(store, accountId, snapshot)) return;
    forgetEverything(store, accountId);
    forgetBalances(store, accountId);
    forgetAllBalanceRows(store, accountId);
    forgetImportedFiles(store, accountId);
    restartConnections(store, accountId);
  });
}

function isSameWorkbook(store: Writer, accountId: string, snapshot: Snapshot | null): boolean {
  return (
    snapshot !== null &&
    knowsAny(
      store,
      accountId,
      snapshot.rows.map(({ transactionId }) => transactionId),
    )
  );
}
