import { toInstant } from '../core/calendar-date.ts';
import type { Run, RunKind, RunMessage, Trigger } from '../core/run.ts';
import { report } from '../messages/report.ts';
import { toPennyrowError } from '../platform/errors.ts';
import { addRun, addRunMessages, findRun, startRun } from '../store/runs.ts';
import type { NewDifference } from './balances/reconcile-accounts.ts';
import { differsProblem } from './balances/told.ts';
import { settle } from './confirm.ts';
import type { SyncDependencies } from './dependencies.ts';
import type { RunProgress } from './events.ts';
import { logRun } from './log-run.ts';
import type { MirrorUpdater } from './mirror-updater.ts';
import { recordFailure, unrecordedFailure } from './recover.ts';
import { requireAccount, requireWorkbook } from './requirements.ts';
import { createRunQueue, type RunQueue } from './run-queue.ts';
import type { RunContext, RunResult } from './run-context.ts';

/** A run's own work; returns what the workbook holds now, null when only a read can tell. */
export type RunWork = (context: RunContext) => Promise<RunResult>;

/** Records runs, lets them wait for their turn, and does around each one's own work what all have in common. */
export interface Runner extends Pick<RunQueue, 'active' | 'wait' | 'cancel' | 'close'> {
  /** Returns the run's id at once. */
  enqueue(accountId: string, run: NewRun, work: RunWork): string;
  /** A sync of the account that waits or runs, for a request to join. */
  unfinishedSync(accountId: string): Run | undefined;
  /** Notes that a person waits for the run. */
  join(runId: string): void;
  progress(accountId: string): RunProgress | null;
}

interface NewRun {
  readonly kind: RunKind;
  readonly trigger: Trigger;
  /** The run that this one takes back. */
  readonly undoes?: string;
}

export function createRunner(deps: SyncDependencies, mirror: MirrorUpdater): Runner {
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
    onUnreadable: (run, thrown) => unrecordedFailure(deps, run, thrown),
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

  function reporter(run: Run): RunContext['report'] {
    return (stage, step, done = 0, total = null) => {
      const now: RunProgress = { runId: run.id, accountId: run.accountId, stage, step: step ?? null, done, total };
      progress.set(run.accountId, now);
      deps.events.emit('progress', now);
    };
  }

  /** What every run does around its own work: settle first, open the workbook, show the result. */
  async function perform(run: Run, work: RunWork, signal: AbortSignal): Promise<void> {
    const report = reporter(run);
    const damage = deps.store.damage();
    if (damage !== null) throw damage;
    report('settling');
    await settle(deps, requireAccount(deps, run.accountId));
    const account = requireWorkbook(deps, run.accountId);
    await deps.prepareWorkbook(account);
    const workbook = deps.openWorkbook(account);
    const isPersonWaiting = (): boolean => run.trigger === 'person' || joined.has(run.id);
    let found: RunResult;
    try {
      found = await work({ run, account, workbook, isPersonWaiting, signal, report });
    } finally {
      await workbook.close();
    }
    report('mirroring');
    try {
      const news = await mirror.show(run.accountId, found, workbook);
      if (news.length > 0) addRunMessages(deps.store, run.id, news.map(toMessage));
    } catch (thrown) {
      deps.log.warn({ run: run.id, err: toPennyrowError(thrown) }, 'the mirror follows later');
    }
  }

  return {
    enqueue: (accountId, { kind, trigger, undoes = null }, work) => {
      const id = deps.newId('run');
      addRun(deps.store, { id, accountId, kind, trigger, queuedAt: toInstant(deps.clock.now()), undoes });
      const run = findRun(deps.store, id) as Run;
      void queue.add(run, (signal) => perform(run, work, signal));
      emitRun(id);
      return id;
    },
    unfinishedSync: (accountId) =>
      // While the mirror follows, a run is recorded already: anyone who asks then asks for what came since.
      queue.active(accountId).find(({ id, kind }) => kind === 'sync' && findRun(deps.store, id)?.finishedAt === null),
    join: (runId) => void joined.add(runId),
    progress: (accountId) => progress.get(accountId) ?? null,
    active: queue.active,
    wait: queue.wait,
    cancel: queue.cancel,
    close: queue.close,
  };
}

/** It needs a person, but the run did what it should. */
function toMessage({ finding, ...account }: NewDifference): RunMessage {
  return { severity: 'warning', ...report(differsProblem(account, finding)), connectionId: null };
}
