import { toInstant } from '../core/calendar-date.ts';
import type { Run, RunKind, Trigger } from '../core/run.ts';
import { toPennyrowError } from '../platform/errors.ts';
import { saveLayout } from '../store/accounts.ts';
import { rewindConnections } from '../store/connections.ts';
import { forgetDeleted, listMemory } from '../store/memory.ts';
import { addRun, findRun, iterateRunItems, startRun } from '../store/runs.ts';
import { removeSnapshot } from '../store/snapshots.ts';
import { settle } from './confirm.ts';
import { compareMirror } from './compare-mirror.ts';
import { changeWorkbook } from './change-workbook.ts';
import type { SyncDependencies } from './dependencies.ts';
import type { RunProgress } from './events.ts';
import { fetchConnections, type FetchOptions, type FetchResult } from './fetch.ts';
import {
  ensureStatementConnection,
  fetchStatements,
  fileAway,
  rememberMappings,
  statementConnection,
} from './import.ts';
import type { Found } from './kept-snapshot.ts';
import { logRun } from './log-run.ts';
import { createMirrorUpdater } from './mirror-updater.ts';
import { recordFailure, recover } from './recover.ts';
import { nothingFetched, nothingToSync, requireAccount, requireUndoable, requireWorkbook } from './requirements.ts';
import { planRestore } from './restore.ts';
import { createRunQueue, type RunBody } from './run-queue.ts';
import type { SyncService } from './sync.ts';
import { planUndo } from './undo.ts';
import type { Work } from './work.ts';
import { planAndWrite, type Planner, type RunContext } from './write.ts';

/** Rules bring an engine for regular expressions with them, which a start does not need. */
const loadPlanning = () => import('./plan-work.ts');
const loadRules = () => import('./add-rule.ts');

/** A run's own work; returns what the workbook holds now, null when only a read can tell. */
type Body = (context: RunContext) => Promise<Found | null>;

/** Wires the use cases to one queue and one mirror. Call `recover` before anything else. */
export function createSync(deps: SyncDependencies): SyncService {
  const mirror = createMirrorUpdater(deps);
  const progress = new Map<string, RunProgress>();
  /** Runs that a person has joined. */
  const joined = new Set<string>();
  const queue = createRunQueue({
    store: deps.store,
    onStart: (run) => {
      startRun(deps.store, run.id, toInstant(deps.clock.now()));
      emitRun(run.id);
    },
    onFailure: (run, thrown) => recordFailure(deps, run, thrown),
    onEnd: (run) => {
      progress.delete(run.accountId);
      joined.delete(run.id);
      logRun(deps.log, run);
      deps.events.emit('run', run);
    },
  });

  function emitRun(runId: string): void {
    const run = findRun(deps.store, runId);
    if (run !== null) deps.events.emit('run', run);
  }

  /** While the mirror follows, a run is recorded already: anyone who asks then asks for what came since. */
  function isUnfinished(runId: string): boolean {
    return findRun(deps.store, runId)?.finishedAt === null;
  }

  function enqueue(
    accountId: string,
    { kind, trigger, undoes = null }: { kind: RunKind; trigger: Trigger; undoes?: string | null },
    body: Body,
  ): string {
    const id = deps.newId('run');
    addRun(deps.store, { id, accountId, kind, trigger, queuedAt: toInstant(deps.clock.now()), undoes });
    const run = findRun(deps.store, id) as Run;
    void queue.add(run, runBody(run, body));
    emitRun(id);
    return id;
  }

  /** What every run does around its own work: settle first, open the workbook, show the result. */
  function runBody(run: Run, body: Body): RunBody {
    return async (signal) => {
      const report = reporter(run);
      const damage = deps.store.damage();
      if (damage !== null) throw damage;
      report('settling');
      await settle(deps, requireAccount(deps, run.accountId));
      const account = requireWorkbook(deps, run.accountId);
      const workbook = deps.openWorkbook(account);
      let found: Found | null;
      try {
        found = await body({
          run,
          account,
          workbook,
          isPersonWaiting: () => run.trigger === 'person' || joined.has(run.id),
          signal,
          report,
        });
      } finally {
        await workbook.close();
      }
      report('mirroring');
      await (found === null ? mirror.refresh(run.accountId) : mirror.show(run.accountId, found, workbook)).catch(
        (thrown: unknown) => {
          deps.log.warn({ run: run.id, err: toPennyrowError(thrown) }, 'the mirror follows later');
        },
      );
    };
  }

  function reporter(run: Run): RunContext['report'] {
    return (stage, step, done = 0, total = null) => {
      const now: RunProgress = { runId: run.id, accountId: run.accountId, stage, step: step ?? null, done, total };
      progress.set(run.accountId, now);
      deps.events.emit('progress', now);
    };
  }

  async function writeFetched(
    context: RunContext,
    fetch: (options: FetchOptions) => Promise<FetchResult>,
  ): Promise<Found | null> {
    context.report('fetching');
    const result = await fetch({
      signal: context.signal,
      progress: (done, total) => context.report('fetching', undefined, done, total),
    });
    context.signal.throwIfAborted();
    if (result.fetches.length === 0) throw nothingFetched(result.messages[0]);
    const { planContext, planFetched } = await loadPlanning();
    const found = await planAndWrite(deps, context, (current) =>
      planFetched(current, result, planContext(deps, context.account, current)),
    );
    rememberMappings(deps, result);
    await fileAway(deps, result);
    return found;
  }

  async function previewOn(accountId: string, plan: Planner): Promise<Work> {
    const account = requireWorkbook(deps, accountId);
    const workbook = deps.openWorkbook(account);
    try {
      return plan(await workbook.read({ remembered: account.layout }));
    } finally {
      await workbook.close();
    }
  }

  function undoPlanner(run: Run): Planner {
    return (snapshot) =>
      planUndo(snapshot, listMemory(deps.store, run.accountId), run, iterateRunItems(deps.store, run.id));
  }

  return {
    request: (accountId, trigger) => {
      const nothing = nothingToSync(deps, accountId, trigger);
      if (nothing !== null)
        return { outcome: 'nothing-to-sync', message: `${nothing.message} ${nothing.remedy}`.trim(), problem: nothing };
      const underWay = queue.active(accountId).find((run) => run.kind === 'sync' && isUnfinished(run.id));
      if (underWay !== undefined && trigger === 'person') joined.add(underWay.id);
      if (underWay !== undefined)
        return {
          outcome: 'joined',
          runId: underWay.id,
          message: 'A sync is already under way; this request joins it.',
        };
      const runId = enqueue(accountId, { kind: 'sync', trigger }, (context) =>
        writeFetched(context, (options) => fetchConnections(deps, context.account, { ...options, trigger })),
      );
      return { outcome: 'queued', runId, message: 'The sync has been scheduled and runs in the background.' };
    },
    freshen: (accountId) => mirror.freshen(accountId),
    reread: (accountId) => mirror.reread(accountId),
    rebuildMirror: (accountId) => mirror.refresh(accountId),
    importFiles: (accountId, paths, { trigger, connectionId, bankAccount }) =>
      enqueue(accountId, { kind: 'import', trigger }, (context) => {
        const connection = ensureStatementConnection(deps, accountId, connectionId);
        return writeFetched(context, (options) =>
          fetchStatements(deps, context.account, connection, { paths, bankAccount }, options),
        );
      }),
    preview: async (accountId, { paths, bankAccount, signal }) => {
      const account = requireWorkbook(deps, accountId);
      const options = { signal, progress: () => undefined };
      const result =
        paths === undefined
          ? await fetchConnections(deps, account, { ...options, trigger: 'person' })
          : await fetchStatements(deps, account, statementConnection(deps, accountId), { paths, bankAccount }, options);
      const { planContext, planFetched } = await loadPlanning();
      return previewOn(accountId, (snapshot) => planFetched(snapshot, result, planContext(deps, account, snapshot)));
    },
    previewUndo: async (runId) => {
      const run = requireUndoable(deps, runId);
      return previewOn(run.accountId, undoPlanner(run));
    },
    undo: (runId) => {
      const run = requireUndoable(deps, runId);
      return enqueue(run.accountId, { kind: 'undo', trigger: 'person', undoes: runId }, (context) =>
        planAndWrite(deps, context, undoPlanner(requireUndoable(deps, runId))),
      );
    },
    restore: (accountId, transactionIds) =>
      enqueue(accountId, { kind: 'restore', trigger: 'person' }, (context) =>
        planAndWrite(deps, context, (snapshot) =>
          planRestore(snapshot, listMemory(deps.store, accountId), new Set(transactionIds)),
        ),
      ),
    addRule: (accountId, rule) =>
      enqueue(accountId, { kind: 'rule', trigger: 'person' }, async (context) => {
        const { planAddRule } = await loadRules();
        return planAndWrite(deps, context, (snapshot) =>
          planAddRule(snapshot, listMemory(deps.store, accountId), rule),
        );
      }),
    forgetDeleted: (accountId, from, to) =>
      deps.store.transaction(() => {
        rewindConnections(deps.store, accountId, from);
        return forgetDeleted(deps.store, accountId, from, to);
      }),
    progress: (accountId) => progress.get(accountId) ?? null,
    active: (accountId) => queue.active(accountId),
    wait: (runId) => queue.wait(runId),
    cancel: (runId) => queue.cancel(runId),
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
    invalidate: (accountId) => mirror.reset(accountId),
    compareMirror: async (accountId) => {
      await mirror.freshen(accountId);
      return compareMirror(deps, accountId);
    },
    recover: () => recover(deps),
    close: () => queue.close(),
  };
}
