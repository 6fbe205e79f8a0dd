import { toInstant, type Instant } from '../core/calendar-date.ts';
import type { Run, RunMessage } from '../core/run.ts';
import { reportOf, toPennyrowError, type PennyrowError } from '../platform/errors.ts';
import { listAccounts } from '../store/accounts.ts';
import { listJournal } from '../store/journal.ts';
import { removeOutdatedMirrors } from '../store/mirror.ts';
import { completeReconciliations } from '../store/reconciliations.ts';
import { findRun, finishRun, listUnfinishedRuns, type RunOutcome } from '../store/runs.ts';
import { removeSnapshot } from '../store/snapshots.ts';
import { RECONCILIATION_FORMAT } from './balances/reconcile-accounts.ts';
import { interrupted, settle } from './confirm.ts';
import type { SyncDependencies } from './dependencies.ts';

/**
 * Settles what the last process left open. An account whose workbook cannot be read now stays open;
 * its next run settles it first.
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

/** The kept snapshot goes as well: a field that is new in the mirror may be missing in it. */
function dropOutdatedMirrors({ store, log }: SyncDependencies): void {
  store.transaction(() => {
    for (const account of removeOutdatedMirrors(store)) {
      removeSnapshot(store, account);
      log.info({ account }, 'the mirror has the form of another version; the workbook is read again');
    }
  });
}

/**
 * Records why a run ended without writing, and returns its record. One whose write is undecided keeps its
 * journal entry, and is settled later. Never throws: what cannot be recorded now (a full disk) is in the log, and
 * the next start records that the run was interrupted.
 */
export function recordFailure(deps: SyncDependencies, run: Run, thrown: unknown): Run {
  const error = toPennyrowError(thrown);
  const { status, counts, messages, finishedAt } = unrecordedFailure(deps, run, error);
  // What a person can read in the record needs no stack; what is behind it is for the log alone.
  if (status === 'failed' && error.cause !== undefined) deps.log.error({ run: run.id, err: error }, 'a run failed');
  try {
    finishRun(deps.store, run.id, finishedAt, { status, counts, messages });
    return findRun(deps.store, run.id) ?? run;
  } catch (unrecorded) {
    deps.log.error({ run: run.id, err: toPennyrowError(unrecorded) }, 'the end of a run could not be recorded');
    return { ...run, status, messages, finishedAt };
  }
}

/** What the record of a failed run would say. */
export function unrecordedFailure(
  { clock }: SyncDependencies,
  run: Run,
  thrown: unknown,
): Run & RunOutcome & { readonly finishedAt: Instant } {
  const error = toPennyrowError(thrown);
  const status = error.code === 'run_cancelled' ? 'cancelled' : 'failed';
  return { ...run, status, messages: [toMessage(error)], finishedAt: toInstant(clock.now()) };
}

function toMessage(error: PennyrowError): RunMessage {
  return { severity: error.code === 'run_cancelled' ? 'info' : 'problem', ...reportOf(error), connectionId: null };
}
