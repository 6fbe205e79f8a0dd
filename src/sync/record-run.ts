import { toInstant } from '../core/calendar-date.ts';
import type { Run } from '../core/run.ts';
import type { JournalEntry } from '../store/journal.ts';
import type { Packed } from '../store/packing.ts';
import { addRunItems, removeRunItems } from '../store/runs.ts';
import { saveSettled, saveSettledSheet, type SettledSheet } from '../store/settled.ts';
import { confirm } from './confirm.ts';
import type { SyncDependencies } from './dependencies.ts';
import type { RunContext } from './run-context.ts';
import type { Outcome, Work } from './work.ts';

/** That all of memory was held against a state of the workbook. */
export interface Settled {
  readonly state: string;
  readonly sheet: SettledSheet;
}

/** To be called in the transaction that saves memory, behind it. */
export function recordSettled(deps: SyncDependencies, accountId: string, settled: Settled | null): void {
  saveSettled(deps.store, accountId, settled?.state ?? null);
  if (settled !== null) saveSettledSheet(deps.store, accountId, settled.sheet);
}

/** A run that leaves the workbook alone is recorded in one step, which takes no journal. `settled`: null where it decides nothing. */
export function recordOnly(
  deps: SyncDependencies,
  { run, report }: RunContext,
  work: Work,
  { items, settled }: { readonly items: readonly Packed[]; readonly settled: Settled | null },
): void {
  report('confirming');
  deps.store.transaction(() => {
    removeRunItems(deps.store, run.id);
    addRunItems(deps.store, run.id, items);
    confirm(deps, entryOf(deps, run, work), work.memory, []);
    if (settled !== null) recordSettled(deps, run.accountId, settled);
  });
}

export function entryOf(deps: SyncDependencies, run: Run, { outcome, forgets }: Work): JournalEntry<Outcome> {
  const plannedAt = toInstant(deps.clock.now());
  return { runId: run.id, accountId: run.accountId, marker: run.id, outcome, forgets, plannedAt };
}
