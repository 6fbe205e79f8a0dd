import { toInstant } from '../core/calendar-date.ts';
import type { Applied } from '../core/workbook-change.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import { addJournalEntry, packMemory, type JournalEntry } from '../store/journal.ts';
import { pack, type Packed } from '../store/packing.ts';
import { addRunItems, removeRunItems } from '../store/runs.ts';
import { saveSettled, saveSettledSheet } from '../store/settled.ts';
import { removeSnapshot } from '../store/snapshots.ts';
import { applyOrSettle, causeOf } from './apply-or-settle.ts';
import { confirm } from './confirm.ts';
import type { SyncDependencies } from './dependencies.ts';
import type { RunContext } from './run-context.ts';
import { settledState, type PlannedOn } from './settled-state.ts';
import type { Outcome, Work } from './work.ts';

/** Records a run that leaves the workbook alone, in one step, which takes no journal. */
export async function record(deps: SyncDependencies, context: RunContext, on: PlannedOn, work: Work): Promise<void> {
  context.report('recording');
  const items = await pack(work.items);
  context.report('confirming');
  deps.store.transaction(() => {
    replaceItems(deps, context, items);
    confirm(deps, entryOf(deps, context, work), work.memory, []);
    recordSettled(deps, context, work.settles, on);
  });
}

/**
 * Journals, writes and records; a crash at any moment is settled by `settle`. Null when the write happened, and only a read can
 * tell more.
 */
export async function write(
  deps: SyncDependencies,
  context: RunContext,
  on: PlannedOn,
  work: Work,
): Promise<Applied | null> {
  const { run, workbook, report } = context;
  report('recording');
  const items = await pack(work.items);
  const entry = entryOf(deps, context, work);
  const memory = await packMemory(work.memory, work.items);
  deps.store.transaction(() => {
    replaceItems(deps, context, items);
    addJournalEntry(deps.store, entry, memory);
    // What is kept is out of date from here on, whatever comes of the write.
    removeSnapshot(deps.store, run.accountId);
  });
  report('writing');
  const applied = await applyOrSettle(deps, context, on, work, entry);
  report('confirming');
  try {
    deps.store.transaction(() => {
      confirm(deps, entry, work.memory, applied?.refused ?? [], applied?.refusedBalances);
      saveSettled(deps.store, run.accountId, null);
      // What a service tells right after a write may be of before it.
      if (applied !== null && applied.refused.length === 0 && !workbook.isRemote)
        recordSettled(deps, context, settledBy(work, applied), applied);
    });
  } catch (cause) {
    // The journal has what is missing, and is settled before anything else is planned.
    throw new PennyrowError(problem('run_unrecorded', { cause: causeOf(cause) }), { cause });
  }
  return applied;
}

/** Those of an attempt before this one go. */
function replaceItems({ store }: SyncDependencies, { run }: RunContext, items: readonly Packed[]): void {
  removeRunItems(store, run.id);
  addRunItems(store, run.id, items);
}

function entryOf(deps: SyncDependencies, { run }: RunContext, { outcome, forgets }: Work): JournalEntry<Outcome> {
  const plannedAt = toInstant(deps.clock.now());
  return { runId: run.id, accountId: run.accountId, marker: run.id, outcome, forgets, plannedAt };
}

/** Where all of memory was held against the state. To be called in the transaction that saves memory, behind it. */
function recordSettled(
  deps: SyncDependencies,
  { account, workbook }: RunContext,
  sheet: Work['settles'],
  on: PlannedOn,
): void {
  const state = settledState(deps, account, workbook, on);
  if (state === null || sheet === undefined) return;
  saveSettled(deps.store, account.id, state);
  saveSettledSheet(deps.store, account.id, sheet);
}

/** Its other sheets, with the rows of balances that were appended; which they are, only a read may tell. */
function settledBy({ settles, balances }: Work, { appended, appendedBalances = [] }: Applied): Work['settles'] {
  if (settles === undefined || balances === undefined) return settles;
  const held = appended === null ? null : settles.balances;
  return { ...settles, balances: held === null ? null : { ...held, rows: [...held.rows, ...appendedBalances] } };
}
