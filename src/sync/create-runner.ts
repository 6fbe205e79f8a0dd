import { toInstant } from '../core/calendar-date.ts';
import type { Run, RunKind, RunMessage, Trigger } from '../core/run.ts';
import { report } from '../messages/report.ts';
import { toPennyrowError } from '../platform/errors.ts';
import type { Writer } from '../store/database.ts';
import { addRun, addRunMessages, findRun, startRun } from '../store/runs.ts';
import type { NewDifference } from './balances/reconcile-accounts.ts';
import { differsProblem } from './balances/describe-finding.ts';
import { settle } from './confirm.ts';
import type { SyncDependencies, SyncLog } from './dependencies.ts';
import type { RunProgress } from './events.ts';
import type { MirrorUpdater } from './mirror-updater.ts';
import { recordFailure, unrecordedFailure } from './recover.ts';
import { requireAccount, requireWorkbook } from './requirements.ts';
import type { RunContext, RunResult } from './run-context.ts';

/** The work of a run; returns the content of the workbook afterwards, or null if only a read can tell. */
type RunWork = (context: RunContext) => Promise<RunResult>;

/** Records and queues runs, and does the parts that all runs have in common. */
interface Runner extends Pick<RunQueue, 'active' | 'wait' | 'cancel' | 'close'> {
  /** Returns the id of the run immediately. */
  enqueue(accountId: string, run: NewRun, work: RunWork): string;
  /** A queued or running sync that a request can join. */
  unfinishedSync(accountId: string): Run | undefined;
  /** Records that the user waits for the run. */
  join(runId: string): void;
  progress(accountId: string): RunProgress | null;
}

interface NewRun {
  readonly kind: RunKind;
  readonly trigger: Trigger;
  /** The run to undo. */
  readonly undoes?: string;
}

export function createRunner(deps: SyncDependencies, mirror: MirrorUpdater): Runner {
  const progress = new Map<string, RunProgress>();
  /** Runs that the user has joined. */
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

  /** The common parts of every run: settle earlier runs, open the workbook, update the mirror. */
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
      // A run is already recorded while the mirror is updated; a later request is for newer transactions.
      queue.active(accountId).find(({ id, kind }) => kind === 'sync' && findRun(deps.store, id)?.finishedAt === null),
    join: (runId) => void joined.add(runId),
    progress: (accountId) => progress.get(accountId) ?? null,
    active: queue.active,
    wait: queue.wait,
    cancel: queue.cancel,
    close: queue.close,
  };
}

/** A warning, because the run itself succeeded. */
function toMessage({ finding, ...account }: NewDifference): RunMessage {
  return { severity: 'warning', ...report(differsProblem(account, finding)), connectionId: null };
}

/** The body of a run. Resolves when everything is recorded; errors are recorded by `onFailure`. */
type RunBody = (signal: AbortSignal) => Promise<void>;

interface RunQueue {
  /** Queues a run after others of its account. Resolves with the record of the finished run; never rejects. */
  add(run: Run, body: RunBody): Promise<Run>;
  /** The queued and running runs of an account, in order. */
  active(accountId: string): readonly Run[];
  /** Resolves with the record of a run when it ends; null if it does not exist. */
  wait(runId: string): Promise<Run | null>;
  /** False if the run is neither queued nor running. A write that has begun is completed first. */
  cancel(runId: string): boolean;
  /** Cancels all runs and waits until they end. */
  close(): Promise<void>;
}

interface Entry {
  readonly run: Run;
  readonly abort: AbortController;
  readonly ended: Promise<Run>;
}

/** Runs one run at a time per account; accounts are independent. */
function createRunQueue(options: {
  readonly store: Writer;
  readonly onStart: (run: Run) => void;
  /** Records the failure and returns the record. Must not throw. */
  readonly onFailure: (run: Run, thrown: unknown) => Run;
  /** The record of a finished run if its record cannot be read. */
  readonly onUnreadable: (run: Run, thrown: unknown) => Run;
  readonly onEnd: (run: Run) => void;
}): RunQueue {
  const entries = new Map<string, Entry>();
  const tails = new Map<string, Promise<unknown>>();
  /** Results that could not be stored, so the store still has these runs as unfinished. */
  const unrecorded = new Map<string, Run>();
  let closed = false;

  async function perform(run: Run, body: RunBody, signal: AbortSignal): Promise<Run> {
    const ended = await outcomeOf(run, body, signal);
    entries.delete(run.id);
    if (recordOf(run).finishedAt === null) unrecorded.set(run.id, ended);
    options.onEnd(ended);
    return ended;
  }

  async function outcomeOf(run: Run, body: RunBody, signal: AbortSignal): Promise<Run> {
    try {
      signal.throwIfAborted();
      options.onStart(run);
      await body(signal);
    } catch (thrown) {
      return options.onFailure(run, thrown);
    }
    return recordOf(run);
  }

  function recordOf(run: Run): Run {
    try {
      return findRun(options.store, run.id) ?? run;
    } catch (thrown) {
      return options.onUnreadable(run, thrown);
    }
  }

  return {
    add: (run, body) => {
      const abort = new AbortController();
      if (closed) abort.abort();
      const before = tails.get(run.accountId) ?? Promise.resolve();
      const ended = before.then(() => perform(run, body, abort.signal));
      tails.set(run.accountId, ended);
      entries.set(run.id, { run, abort, ended });
      return ended;
    },
    active: (accountId) => [...entries.values()].map(({ run }) => run).filter((run) => run.accountId === accountId),
    wait: async (runId) => {
      const stored = entries.get(runId)?.ended ?? findRun(options.store, runId);
      return (await stored)?.finishedAt === null ? (unrecorded.get(runId) ?? stored) : stored;
    },
    cancel: (runId) => {
      const entry = entries.get(runId);
      entry?.abort.abort();
      return entry !== undefined;
    },
    close: async () => {
      closed = true;
      for (const { abort } of entries.values()) abort.abort();
      await Promise.all(tails.values());
    },
  };
}

/** Logs the end of a run. Problems are logged by code only, because messages quote statements and sheets. */
function logRun(log: SyncLog, { id, accountId, kind, trigger, status, counts, messages }: Run): void {
  const { added, updated, removed } = counts;
  const fields = { run: id, account: accountId, kind, trigger, status, added, updated, removed };
  const problems = messages.filter(({ severity }) => severity === 'problem').map(({ code }) => code);
  if (problems.length === 0) log.info(fields, 'a run ended');
  else log.warn({ ...fields, problems }, 'a run ended with problems');
}
