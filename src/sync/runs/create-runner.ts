import { toInstant, type Instant } from '../../core/calendar-date.ts';
import type { Run, RunKind, RunMessage, RunProgress, Trigger } from '../../core/run.ts';
import { reportOf, toPennyrowError } from '../../platform/errors.ts';
import { addRun, addRunMessages, findRun, finishRun, startRun, type RunOutcome } from '../../store/runs.ts';
import { type Account, requireAccount, requireWorkbook } from '../../store/accounts.ts';
import type { Workbook } from '../../workbooks/workbook.ts';
import { settle } from './confirm.ts';
import type { SyncDependencies, SyncLog } from './dependencies.ts';
import type { SettledNow, RunContext, RunResult } from './work.ts';

type RunWork = (context: RunContext) => Promise<RunResult>;

interface RunMirror {
  showResult(accountId: string, result: RunResult, workbook: Workbook): Promise<readonly RunMessage[]>;
  settledNow(account: Account, workbook: Workbook): Promise<SettledNow>;
}

interface NewRun {
  readonly kind: RunKind;
  readonly trigger: Trigger;
  readonly undoes?: string;
}

interface Entry {
  readonly run: Run;
  readonly abort: AbortController;
  readonly ended: Promise<Run>;
}

export type Runner = ReturnType<typeof createRunner>;

/** Queues runs, executes them one at a time per account, and records their results. */
export function createRunner(deps: SyncDependencies, { showResult, settledNow }: RunMirror) {
  const entries = new Map<string, Entry>();
  const tails = new Map<string, Promise<unknown>>();
  const progress = new Map<string, RunProgress>();
  const joined = new Set<string>();
  /** Ended runs whose results could not be stored. In the store, these runs are still unfinished. */
  const unrecorded = new Map<string, Run>();
  let closed = false;

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

  async function perform(run: Run, work: RunWork, signal: AbortSignal): Promise<Run> {
    const ended = await outcomeOf(run, work, signal);
    entries.delete(run.id);
    if (recordOf(run).finishedAt === null) unrecorded.set(run.id, ended);
    progress.delete(run.accountId);
    joined.delete(run.id);
    logRun(deps.log, ended);
    deps.events.emit('run', ended);
    return ended;
  }

  async function outcomeOf(run: Run, work: RunWork, signal: AbortSignal): Promise<Run> {
    try {
      signal.throwIfAborted();
      startRun(deps.store, run.id, toInstant(deps.clock.now()));
      emitRun(run.id);
      await performSteps(run, work, signal);
    } catch (thrown) {
      return recordFailure(deps, run, thrown);
    }
    return recordOf(run);
  }

  async function performSteps(run: Run, work: RunWork, signal: AbortSignal): Promise<void> {
    const report = reporter(run);
    const damage = deps.store.damage();
    if (damage !== null) throw damage;
    report('settling');
    await settle(deps, requireAccount(deps.store, run.accountId));
    const account = requireWorkbook(deps.store, run.accountId);
    await deps.prepareWorkbook(account);
    const workbook = deps.openWorkbook(account);
    const isPersonWaiting = (): boolean => run.trigger === 'person' || joined.has(run.id);
    let found: RunResult;
    try {
      const settled = () => settledNow(account, workbook);
      found = await work({ run, account, workbook, isPersonWaiting, settledNow: settled, signal, report });
    } finally {
      await workbook.close();
    }
    report('mirroring');
    try {
      const messages = await showResult(run.accountId, found, workbook);
      if (messages.length > 0) addRunMessages(deps.store, run.id, messages);
    } catch (thrown) {
      deps.log.warn({ run: run.id, err: toPennyrowError(thrown) }, 'the mirror follows later');
    }
  }

  function recordOf(run: Run): Run {
    try {
      return findRun(deps.store, run.id) ?? run;
    } catch (thrown) {
      return failureOf(deps, run, thrown);
    }
  }

  function active(accountId: string): readonly Run[] {
    return [...entries.values()].map(({ run }) => run).filter((run) => run.accountId === accountId);
  }

  return {
    /** Queues a run after others of its account, and returns its id. */
    enqueue: (accountId: string, { kind, trigger, undoes }: NewRun, work: RunWork): string => {
      const id = deps.newId('run');
      const queuedAt = toInstant(deps.clock.now());
      addRun(deps.store, { id, accountId, kind, trigger, queuedAt, undoes: undoes ?? null });
      const run = findRun(deps.store, id) as Run;
      const abort = new AbortController();
      if (closed) abort.abort();
      const before = tails.get(accountId) ?? Promise.resolve();
      const ended = before.then(() => perform(run, work, abort.signal));
      tails.set(accountId, ended);
      entries.set(id, { run, abort, ended });
      emitRun(id);
      return id;
    },
    unfinishedSync: (accountId: string): Run | undefined =>
      // A run with `finishedAt` still updates the mirror, but no longer fetches, so a new request cannot join it.
      active(accountId).find(({ id, kind }) => kind === 'sync' && findRun(deps.store, id)?.finishedAt === null),
    join: (runId: string): void => void joined.add(runId),
    progress: (accountId: string): RunProgress | null => progress.get(accountId) ?? null,
    active,
    wait: async (runId: string): Promise<Run | null> => {
      const stored = entries.get(runId)?.ended ?? findRun(deps.store, runId);
      return (await stored)?.finishedAt === null ? (unrecorded.get(runId) ?? stored) : stored;
    },
    /** False if the run is neither queued nor running. A write that has begun is completed first. */
    cancel: (runId: string): boolean => {
      const entry = entries.get(runId);
      entry?.abort.abort();
      return entry !== undefined;
    },
    close: async (): Promise<void> => {
      closed = true;
      for (const { abort } of entries.values()) abort.abort();
      await Promise.all(tails.values());
    },
  };
}

/** Never throws. If the failure cannot be stored, the next start of the service records it. */
function recordFailure(deps: SyncDependencies, run: Run, thrown: unknown): Run {
  const error = toPennyrowError(thrown);
  const { status, counts, messages, finishedAt } = failureOf(deps, run, error);
  // The run stores the error without its cause, so logs errors that have one.
  if (status === 'failed' && error.cause !== undefined) deps.log.error({ run: run.id, err: error }, 'a run failed');
  try {
    finishRun(deps.store, run.id, finishedAt, { status, counts, messages });
    return findRun(deps.store, run.id) ?? run;
  } catch (unrecorded) {
    deps.log.error({ run: run.id, err: toPennyrowError(unrecorded) }, 'the end of a run could not be recorded');
    return { ...run, status, messages, finishedAt };
  }
}

function failureOf(
  { clock }: SyncDependencies,
  run: Run,
  thrown: unknown,
): Run & RunOutcome & { readonly finishedAt: Instant } {
  const error = toPennyrowError(thrown);
  const isCancelled = error.code === 'run_cancelled';
  const message = { severity: isCancelled ? 'info' : 'problem', ...reportOf(error), connectionId: null } as const;
  return {
    ...run,
    status: isCancelled ? 'cancelled' : 'failed',
    messages: [message],
    finishedAt: toInstant(clock.now()),
  };
}

/** Logs only the codes of problems, because messages quote statements and sheets. */
function logRun(log: SyncLog, { id, accountId, kind, trigger, status, counts, messages }: Run): void {
  const { added, updated, removed } = counts;
  const fields = { run: id, account: accountId, kind, trigger, status, added, updated, removed };
  const problems = messages.filter(({ severity }) => severity === 'problem').map(({ code }) => code);
  if (problems.length === 0) log.info(fields, 'a run ended');
  else log.warn({ ...fields, problems }, 'a run ended with problems');
}
