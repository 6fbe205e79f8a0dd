import type { Run } from '../core/run.ts';
import type { Writer } from '../store/database.ts';
import { findRun } from '../store/runs.ts';

/** A run's body: resolves when all of it is recorded; what it throws is for `onFailure` to record. */
export type RunBody = (signal: AbortSignal) => Promise<void>;

export interface RunQueue {
  /** Adds a run behind those of its account. Resolves with the ended run's record; never rejects. */
  add(run: Run, body: RunBody): Promise<Run>;
  /** The account's waiting and running runs, in order. */
  active(accountId: string): readonly Run[];
  /** Resolves with the record of a run once it has ended; null when there is no such run. */
  wait(runId: string): Promise<Run | null>;
  /** False when the run is not waiting or running. A write that has begun is finished first. */
  cancel(runId: string): boolean;
  /** Cancels everything and waits for its end. */
  close(): Promise<void>;
}

interface Entry {
  readonly run: Run;
  readonly abort: AbortController;
  readonly ended: Promise<Run>;
}

/** One run at a time for an account; accounts do not wait for each other. */
export function createRunQueue(options: {
  readonly store: Writer;
  readonly onStart: (run: Run) => void;
  /** Records that the run failed, and returns its record. Must not throw. */
  readonly onFailure: (run: Run, thrown: unknown) => Run;
  /** What is said of a run that has ended and whose record cannot be read. */
  readonly onUnreadable: (run: Run, thrown: unknown) => Run;
  readonly onEnd: (run: Run) => void;
}): RunQueue {
  const entries = new Map<string, Entry>();
  const tails = new Map<string, Promise<unknown>>();
  /** Ends that the disk did not take: the store still says that these runs wait or run. */
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
