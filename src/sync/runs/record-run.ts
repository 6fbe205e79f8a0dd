import { toInstant } from '../../core/calendar-date.ts';
import type { RunItem } from '../../core/run.ts';
import { toLocalDateTime } from '../../core/time-zone.ts';
import type { Applied } from '../../core/workbook-change.ts';
import type { Problem } from '../../messages/parameters.ts';
import { problemOf } from '../../messages/problem.ts';
import { createError, hasCode, reportOf, toPennyrowError } from '../../platform/errors.ts';
import type { Account } from '../../store/accounts.ts';
import { addJournalEntry, packMemory, type JournalEntry, discardJournalEntry } from '../../store/journal.ts';
import { pack, type Packed } from '../../store/packing.ts';
import { addRunItems, findRun, removeRunItems } from '../../store/runs.ts';
import { saveSettled, saveSettledSheet } from '../../store/settled.ts';
import { describeAccount } from '../../store/memory.ts';
import { removeSnapshot } from '../../store/snapshots.ts';
import { BalancesRefused, type PlannedOn, type Workbook } from '../../workbooks/workbook.ts';
import { confirm } from './confirm.ts';
import type { SyncDependencies } from './dependencies.ts';
import { type RunContext, settledState, balancesAfter, type Outcome, type Work } from './work.ts';

/** Records a run that does not change the workbook, in one transaction without a journal. */
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

/** Null if the write succeeded but its result is unknown until the next read. After a crash, `settle` completes or discards the write. */
export async function write(
  deps: SyncDependencies,
  context: RunContext,
  on: PlannedOn,
  work: Work,
): Promise<Applied | null> {
  const { run, workbook, report } = context;
  report('recording');
  const items = await pack(on.layout.newestFirst === true ? belowNewRows(work) : work.items);
  const entry = entryOf(deps, context, work);
  const memory = await packMemory(work.memory, work.items);
  deps.store.transaction(() => {
    replaceItems(deps, context, items);
    addJournalEntry(deps.store, entry, memory);
    // The write may fail after changing the workbook, so the stored snapshot is outdated in any case.
    removeSnapshot(deps.store, run.accountId);
  });
  report('writing');
  const applied = await applyOrSettle(deps, context, on, work, entry);
  report('confirming');
  try {
    deps.store.transaction(() => {
      confirm(deps, entry, work.memory, applied?.refused ?? [], applied?.refusedBalances);
      saveSettled(deps.store, run.accountId, null);
      // Does not record the state of an online workbook, because its service may still report the state before the write.
      if (applied !== null && applied.refused.length === 0 && !workbook.isRemote)
        recordSettled(deps, context, settledBy(work, applied), applied);
    });
  } catch (cause) {
    // The journal still contains the changes: `settle` records them before the next run.
    throw createError('run_unrecorded', { cause: causeOf(cause) }, { cause });
  }
  return applied;
}

/** Increases the row numbers in the items, because the new rows were inserted above them. */
function belowNewRows({ items, appends }: Work): readonly RunItem[] {
  return items.map((item) =>
    item.kind === 'added' && item.possibleDuplicateOf.length > 0
      ? { ...item, possibleDuplicateOf: item.possibleDuplicateOf.map((row) => row + appends.length) }
      : item,
  );
}

function replaceItems({ store }: SyncDependencies, { run }: RunContext, items: readonly Packed[]): void {
  removeRunItems(store, run.id);
  addRunItems(store, run.id, items);
}

function entryOf(deps: SyncDependencies, { run }: RunContext, { outcome, forgets }: Work): JournalEntry<Outcome> {
  const plannedAt = toInstant(deps.clock.now());
  return { runId: run.id, accountId: run.accountId, marker: run.id, outcome, forgets, plannedAt };
}

/** Stores which state of the workbook the memory matches. Call this after saving the memory, in the same transaction. */
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

/** The Rules and Balances sheets after the write; undefined if they are unknown until the next read. */
function settledBy(work: Work, applied: Applied): Work['settles'] {
  const { settles, rules = [], ruleEdits = [] } = work;
  if (settles === undefined || (applied.appended === null && rules.length + ruleEdits.length > 0)) return undefined;
  const before = applied.appended === null && work.balances !== undefined ? null : settles.balances;
  return {
    ...settles,
    rules: applied.rulesSheet?.rules ?? settles.rules,
    balances: before === null ? null : { ...before, rows: balancesAfter(before.rows, work, applied) },
  };
}

/** The timeout of the last read after a cancellation, so that the service can stop. */
const LAST_LOOK_MS = 5000;

/** If the write fails, reads the workbook: null if it contains the change after all, otherwise throws. */
async function applyOrSettle(
  deps: SyncDependencies,
  context: RunContext,
  on: PlannedOn,
  work: Work,
  entry: JournalEntry<Outcome>,
): Promise<Applied | null> {
  const { account, workbook, signal, report } = context;
  let mayBeWritten = !workbook.isRemote;
  const step = (name: string): void => {
    mayBeWritten = true;
    report('writing', name);
  };
  try {
    return await workbook.apply(
      { ...work, ...withAccounts(deps, context, work), runId: entry.marker, revision: on.revision },
      { layout: on.layout, signal, step },
    );
  } catch (thrown) {
    if (hasCode(thrown, 'workbook_changed') || thrown instanceof BalancesRefused || !mayBeWritten) {
      discardJournalEntry(deps.store, entry.runId);
      throw thrown;
    }
    // The service may have received the write although the run was canceled, so the journal entry stays for the next run.
    const isUncertain = signal.aborted && hasCode(thrown, 'workbook_write_uncertain');
    const written = isUncertain ? null : await holdsMarker(workbook, account, entry.marker, signal);
    if (written === true) return null;
    if (written === false) discardJournalEntry(deps.store, entry.runId);
    throw written === null ? createError('run_undecided', { cause: causeOf(thrown) }, { cause: thrown }) : thrown;
  }
}

function withAccounts({ store }: SyncDependencies, { account, run }: RunContext, { balances }: Work) {
  if (balances === undefined) return {};
  const { queuedAt } = (run.undoes === null ? null : findRun(store, run.undoes)) ?? run;
  const dateAdded = toLocalDateTime(account.timeZone, Date.parse(queuedAt));
  const rows = [...balances.appends, ...balances.removals.map(({ values }) => values)];
  const accounts = new Map(
    rows.map(({ accountId: id }) => [id, { ...describeAccount(store, account.id, id), dateAdded }]),
  );
  return { balances: { ...balances, accounts } };
}

/** Null if the workbook cannot be read now or, after a cancellation, within the timeout. */
async function holdsMarker(
  workbook: Workbook,
  account: Account,
  marker: string,
  { aborted }: AbortSignal,
): Promise<boolean | null> {
  try {
    const limit = aborted && workbook.isRemote ? { signal: AbortSignal.timeout(LAST_LOOK_MS) } : {};
    return (await workbook.read({ remembered: account.layout, ...limit })).markers.includes(marker);
  } catch {
    return null;
  }
}

function causeOf(thrown: unknown): Problem {
  return problemOf(reportOf(toPennyrowError(thrown)));
}
