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

/**
 * Records the failure of a run and returns its record. A run with an undecided write keeps its journal entry and is settled later. Never
 * throws: if recording fails (a full disk), the error is logged, and the next start records that the run was interrupted.
 */
export function recordFailure(deps: SyncDependencies, run: Run, thrown: unknown): Run {
  const error = toPennyrowError(thrown);
  const { status, counts, messages, finishedAt } = unrecordedFailure(deps, run, error);
  // Errors that are complete in the record are not logged with their stack.
  if (status === 'failed' && error.cause !== undefined) deps.log.error({ run: run.id, err: error }, 'a run failed');
  try {
    finishRun(deps.store, run.id, finishedAt, { status, counts, messages });
    return findRun(deps.store, run.id) ?? run;
  } catch (unrecorded) {
    deps.log.error({ run: run.id, err: toPennyrowError(unrecorded) }, 'the end of a run could not be recorded');
    return { ...run, status, messages, finishedAt };
  }
}

/** The record of a failed run. */
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
