import { toInstant } from '../core/calendar-date.ts';
import type { Revision, Snapshot } from '../core/snapshot.ts';
import type { Applied } from '../core/workbook-change.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import { addJournalEntry, packMemory } from '../store/journal.ts';
import { pack } from '../store/packing.ts';
import { addRunItems, removeRunItems } from '../store/runs.ts';
import { saveSettled } from '../store/settled.ts';
import { removeSnapshot } from '../store/snapshots.ts';
import { BalancesRefused, WorkbookChanged } from '../workbooks/workbook.ts';
import { applyOrSettle, causeOf, isChanged } from './apply-or-settle.ts';
import { withoutBalances } from './balances/balance-sheet.ts';
import { confirm } from './confirm.ts';
import type { SyncDependencies } from './dependencies.ts';
import { keptSnapshot, type Found, type Unchanged } from './kept-snapshot.ts';
import { entryOf, recordOnly } from './record-run.ts';
import type { RunContext } from './run-context.ts';
import { NOT_ASKED, settledNow, settledState, type SettledNow } from './settled-state.ts';
import { touchesWorkbook, type Work } from './work.ts';

/** Plans on what the workbook holds; pure, since it is asked again when the workbook changes meanwhile. */
export type Planner = (snapshot: Snapshot) => Work;

/** Someone else may save the workbook between our read and our write; then all is planned again. */
const ATTEMPTS = 4;

/**
 * Reads the workbook, plans on what it holds, and writes and records the plan: journal, write, confirm.
 * A crash at any moment is settled by `settle`. Returns what the workbook holds now, null when only a read
 * can tell. `planUnchanged` is asked first where the workbook is as memory knows it, and reads nothing.
 *
 * What is kept of a remote workbook may be some minutes old while the service still tells its revision. So it serves
 * nobody who asked for the run and has perhaps just typed a rule, and nothing is written by it: it saves a read where
 * nobody waits and there is nothing to write.
 */
export async function planAndWrite(
  deps: SyncDependencies,
  context: RunContext,
  plan: Planner,
  planUnchanged: () => Promise<Work | null> = async () => null,
): Promise<Found | Unchanged | null> {
  const settled = await findSettled(deps, context);
  if (settled.isUnchanged && (await recordUnchanged(deps, context, planUnchanged)))
    return { unchanged: settled.revision };
  let refusal: BalancesRefused | null = null;
  const planOn = ({ snapshot }: Found): Work => {
    context.signal.throwIfAborted();
    context.report('planning');
    const work = plan(snapshot);
    context.signal.throwIfAborted();
    return refusal === null ? work : withoutBalances(work, refusal, snapshot.layout.balances?.sheet.name ?? '');
  };
  let found = await find(deps, context, {
    mayBeKept: !context.isPersonWaiting(),
    ...(settled.revision === null ? {} : { current: settled.revision }),
  });
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

/** Whether the workbook is as it was when all of memory was held against it, and may be believed to be so. */
async function findSettled(deps: SyncDependencies, context: RunContext): Promise<SettledNow> {
  if (mayBeLate(context)) return NOT_ASKED;
  return settledNow(deps, context.account, context.workbook);
}

function mayBeLate({ workbook, isPersonWaiting }: RunContext): boolean {
  return workbook.isRemote && isPersonWaiting();
}

/** Records a run that finds nothing new, reading nothing; false where it takes a read to tell. */
async function recordUnchanged(
  deps: SyncDependencies,
  context: RunContext,
  planUnchanged: () => Promise<Work | null>,
): Promise<boolean> {
  context.report('planning');
  const work = await planUnchanged();
  context.signal.throwIfAborted();
  if (work === null || mayBeLate(context)) return false;
  context.report('recording');
  recordOnly(deps, context, work, { items: await pack(work.items) });
  return true;
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
  const { run, account, workbook, report } = context;
  const settledBy = ({ settlesAll = false }: Work, shown: Snapshot): string | null =>
    settlesAll ? settledState(deps, account, workbook, shown) : null;
  report('recording');
  const items = await pack(work.items);
  if (!touchesWorkbook(work)) {
    recordOnly(deps, context, work, { items, settled: settledBy(work, snapshot) });
    return snapshot;
  }
  const entry = entryOf(deps, run, work);
  const memory = await packMemory(work.memory, work.items);
  deps.store.transaction(() => {
    // Those of an attempt before this one.
    removeRunItems(deps.store, run.id);
    addRunItems(deps.store, run.id, items);
    addJournalEntry(deps.store, entry, memory);
    // What is kept is out of date from here on, whatever comes of the write.
    removeSnapshot(deps.store, run.accountId);
  });
  report('writing');
  const applied = await applyOrSettle(deps, context, snapshot, work, entry);
  const after = applied === null ? null : snapshotAfter(snapshot, applied, entry.marker);
  // What a service tells right after a write may be of before it.
  const settled = after === null || workbook.isRemote ? null : settledBy(work, after);
  report('confirming');
  try {
    deps.store.transaction(() => {
      confirm(deps, entry, work.memory, applied?.refused ?? [], applied?.refusedBalances);
      saveSettled(deps.store, run.accountId, applied?.refused.length === 0 ? settled : null);
    });
  } catch (thrown) {
    throw unrecorded(thrown);
  }
  return after;
}

function snapshotAfter(
  { rows, balances, markers, fingerprint: _before, ...snapshot }: Snapshot,
  { revision, fingerprint, layout, appended, appendedBalances = [] }: Applied,
  marker: string,
): Snapshot | null {
  return appended === null
    ? null
    : {
        ...snapshot,
        revision,
        ...(fingerprint !== undefined && { fingerprint }),
        layout,
        rows: [...rows, ...appended],
        ...(balances !== undefined && { balances: [...balances, ...appendedBalances] }),
        markers: [...markers, marker],
      };
}

/** The journal has what is missing, and is settled before anything else is planned. */
function unrecorded(cause: unknown): PennyrowError {
  return new PennyrowError(problem('run_unrecorded', { cause: causeOf(cause) }), { cause });
}
