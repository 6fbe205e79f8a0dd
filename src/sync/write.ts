import { toInstant } from '../core/calendar-date.ts';
import type { Run } from '../core/run.ts';
import type { Revision, Snapshot } from '../core/snapshot.ts';
import type { Applied } from '../core/workbook-change.ts';
import type { Problem } from '../messages/parameters.ts';
import { problem, problemOf } from '../messages/problem.ts';
import { PennyrowError, toPennyrowError, reportOf } from '../platform/errors.ts';
import type { Account } from '../store/accounts.ts';
import { addJournalEntry, discardJournalEntry, packMemory, type JournalEntry } from '../store/journal.ts';
import { pack } from '../store/packing.ts';
import { addRunItems, removeRunItems } from '../store/runs.ts';
import { removeSnapshot } from '../store/snapshots.ts';
import { BalancesRefused, WorkbookChanged, type Workbook } from '../workbooks/workbook.ts';
import { withoutBalances } from './balances/balance-sheet.ts';
import { confirm } from './confirm.ts';
import type { SyncDependencies } from './dependencies.ts';
import type { Stage } from './events.ts';
import { keptSnapshot, type Found } from './kept-snapshot.ts';
import { touchesWorkbook, type Outcome, type Work } from './work.ts';

/** What a run works with. */
export interface RunContext {
  readonly run: Run;
  readonly account: Account;
  readonly workbook: Workbook;
  /** Whether a person started the run, or has joined it by now. */
  readonly isPersonWaiting: () => boolean;
  readonly signal: AbortSignal;
  readonly report: (stage: Stage, step?: string, done?: number, total?: number | null) => void;
}

/** Plans on what the workbook holds; pure, since it is asked again when the workbook changes meanwhile. */
export type Planner = (snapshot: Snapshot) => Work;

/** After a run was cancelled, so that a service can stop while what it asks is out of reach. */
const LAST_LOOK_MS = 5000;

/** Someone else may save the workbook between our read and our write; then all is planned again. */
const ATTEMPTS = 4;

/**
 * Reads the workbook, plans on what it holds, and writes and records the plan: journal, write, confirm.
 * A crash at any moment is settled by `settle`. Returns what the workbook holds now, null when only a read
 * can tell.
 *
 * What is kept of a remote workbook may be some minutes old while the service still tells its revision. So it serves
 * nobody who asked for the run and has perhaps just typed a rule, and nothing is written by it: it saves a read where
 * nobody waits and there is nothing to write.
 */
export async function planAndWrite(deps: SyncDependencies, context: RunContext, plan: Planner): Promise<Found | null> {
  let refusal: BalancesRefused | null = null;
  const planOn = ({ snapshot }: Found): Work => {
    context.signal.throwIfAborted();
    context.report('planning');
    const work = plan(snapshot);
    context.signal.throwIfAborted();
    return refusal === null ? work : withoutBalances(work, refusal, snapshot.layout.balances?.sheet.name ?? '');
  };
  let found = await find(deps, context, { mayBeKept: !context.isPersonWaiting() });
  for (let attempt = 1; ; attempt += 1) {
    let work = planOn(found);
    if (found.readAt === null && (touchesWorkbook(work) || context.isPersonWaiting())) {
      found = await find(deps, context, { current: found.snapshot.revision });
      work = planOn(found);
    }
    try {
      const snapshot = await write(deps, context, found.snapshot, work);
      return snapshot === null
        ? null
        : { snapshot, readAt: touchesWorkbook(work) ? toInstant(deps.clock.now()) : found.readAt };
    } catch (thrown) {
      // What stands in the way of balances keeps no transaction out.
      if (thrown instanceof BalancesRefused && refusal === null) {
        refusal = thrown;
        continue;
      }
      if (!isChanged(thrown) || attempt === ATTEMPTS) throw thrown;
      deps.log.info({ run: context.run.id, attempt }, 'the workbook changed meanwhile; planning anew');
      found = thrown instanceof WorkbookChanged ? { ...found, snapshot: thrown.now } : await find(deps, context, {});
    }
  }
}

/** `current`: the revision, where it was asked for just now. */
async function find(
  deps: SyncDependencies,
  { account, workbook, signal, report }: RunContext,
  { mayBeKept = false, current }: { readonly mayBeKept?: boolean; readonly current?: Revision },
): Promise<Found> {
  report('reading');
  const readAt = toInstant(deps.clock.now());
  const kept = mayBeKept ? keptSnapshot(deps.store, account.id, workbook) : null;
  let isKept = false;
  const known =
    kept === null
      ? null
      : {
          revision: kept.revision,
          load: () => {
            isKept = true;
            return kept.load();
          },
        };
  const snapshot = await workbook.read({
    remembered: account.layout,
    known,
    ...(current === undefined ? {} : { current }),
    signal,
    progress: (rows) => report('reading', undefined, rows),
  });
  return { snapshot, readAt: isKept ? null : readAt };
}

async function write(
  deps: SyncDependencies,
  context: RunContext,
  snapshot: Snapshot,
  work: Work,
): Promise<Snapshot | null> {
  const { run, report } = context;
  const entry: JournalEntry<Outcome> = {
    runId: run.id,
    accountId: run.accountId,
    marker: run.id,
    outcome: work.outcome,
    forgets: work.forgets,
    plannedAt: toInstant(deps.clock.now()),
  };
  report('recording');
  const [items, memory] = [await pack(work.items), await packMemory(work.memory, work.items)];
  deps.store.transaction(() => {
    // Those of an attempt before this one.
    removeRunItems(deps.store, run.id);
    addRunItems(deps.store, run.id, items);
    addJournalEntry(deps.store, entry, memory);
    // What is kept is out of date from here on, whatever comes of the write.
    if (touchesWorkbook(work)) removeSnapshot(deps.store, run.accountId);
  });
  if (!touchesWorkbook(work)) {
    report('confirming');
    confirm(deps, entry, work.memory, []);
    return snapshot;
  }
  report('writing');
  const applied = await applyOrSettle(deps, context, snapshot, work, entry);
  report('confirming');
  try {
    confirm(deps, entry, work.memory, applied?.refused ?? [], applied?.refusedBalances);
  } catch (thrown) {
    throw unrecorded(thrown);
  }
  return applied === null ? null : snapshotAfter(snapshot, applied, entry.marker);
}

function snapshotAfter(
  { rows, balances, markers, ...snapshot }: Snapshot,
  { revision, layout, appended, appendedBalances = [] }: Applied,
  marker: string,
): Snapshot | null {
  return appended === null
    ? null
    : {
        ...snapshot,
        revision,
        layout,
        rows: [...rows, ...appended],
        ...(balances !== undefined && { balances: [...balances, ...appendedBalances] }),
        markers: [...markers, marker],
      };
}

/** Writes; when that fails, the workbook itself says whether it happened. Null when it did and no more is known. */
async function applyOrSettle(
  deps: SyncDependencies,
  { account, workbook, signal, report }: RunContext,
  snapshot: Snapshot,
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
      {
        runId: entry.marker,
        revision: snapshot.revision,
        appends: work.appends,
        updates: work.updates,
        removals: work.removals,
        rules: work.rules ?? [],
        ruleEdits: work.ruleEdits ?? [],
        ...(work.balances !== undefined && { balances: work.balances }),
        ...(work.additions !== undefined && { additions: work.additions }),
        ...(work.withdrawals !== undefined && { withdrawals: work.withdrawals }),
      },
      { layout: snapshot.layout, signal, step },
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

function causeOf(thrown: unknown): Problem {
  return problemOf(reportOf(toPennyrowError(thrown)));
}

/** The journal has what is missing, and is settled before anything else is planned. */
function unrecorded(cause: unknown): PennyrowError {
  return new PennyrowError(problem('run_unrecorded', { cause: causeOf(cause) }), { cause });
}

/** It went out, and nobody knows what became of it; the next run asks. */
function isUncertain(thrown: unknown): boolean {
  return thrown instanceof PennyrowError && thrown.code === 'workbook_write_uncertain';
}

function isChanged(thrown: unknown): boolean {
  return thrown instanceof PennyrowError && thrown.code === 'workbook_changed';
}
