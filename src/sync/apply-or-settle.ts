import type { Applied } from '../core/workbook-change.ts';
import type { Problem } from '../messages/parameters.ts';
import { problem, problemOf } from '../messages/problem.ts';
import { PennyrowError, reportOf, toPennyrowError } from '../platform/errors.ts';
import type { Account } from '../store/accounts.ts';
import { discardJournalEntry, type JournalEntry } from '../store/journal.ts';
import { BalancesRefused, type Workbook } from '../workbooks/workbook.ts';
import type { SyncDependencies } from './dependencies.ts';
import type { RunContext } from './run-context.ts';
import type { PlannedOn } from './settled-state.ts';
import type { Outcome, Work } from './work.ts';

/** After a run was cancelled, so that a service can stop while what it asks is out of reach. */
const LAST_LOOK_MS = 5000;

/** Writes; when that fails, the workbook itself says whether it happened. Null when it did and no more is known. */
export async function applyOrSettle(
  deps: SyncDependencies,
  { account, workbook, signal, report }: RunContext,
  on: PlannedOn,
  work: Work,
  entry: JournalEntry<Outcome>,
): Promise<Applied | null> {
  let mayBeWritten = !workbook.isRemote;
  const step = (name: string): void => {
    mayBeWritten = true;
    report('writing', name);
  };
  try {
    return await workbook.apply(
      { ...work, runId: entry.marker, revision: on.revision },
      { layout: on.layout, signal, step },
    );
  } catch (thrown) {
    if (isChanged(thrown) || thrown instanceof BalancesRefused || !mayBeWritten) {
      discardJournalEntry(deps.store, entry.runId);
      throw thrown;
    }
    const written =
      signal.aborted && isUncertain(thrown) ? null : await holdsMarker(workbook, account, entry.marker, signal);
    if (written === true) return null;
    if (written === false) discardJournalEntry(deps.store, entry.runId);
    throw written === null ? undecided(thrown) : thrown;
  }
}

/** Null when the workbook cannot be asked now, or not within the time that the person who cancelled still waits. */
async function holdsMarker(
  workbook: Workbook,
  account: Account,
  marker: string,
  { aborted }: AbortSignal,
): Promise<boolean | null> {
  try {
    const patience = aborted && workbook.isRemote ? { signal: AbortSignal.timeout(LAST_LOOK_MS) } : {};
    return (await workbook.read({ remembered: account.layout, ...patience })).markers.includes(marker);
  } catch {
    return null;
  }
}

function undecided(cause: unknown): PennyrowError {
  return new PennyrowError(problem('run_undecided', { cause: causeOf(cause) }), { cause });
}

export function causeOf(thrown: unknown): Problem {
  return problemOf(reportOf(toPennyrowError(thrown)));
}

/** It went out, and nobody knows what became of it; the next run asks. */
function isUncertain(thrown: unknown): boolean {
  return thrown instanceof PennyrowError && thrown.code === 'workbook_write_uncertain';
}

export function isChanged(thrown: unknown): boolean {
  return thrown instanceof PennyrowError && thrown.code === 'workbook_changed';
}
