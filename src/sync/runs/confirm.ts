import { isDeepStrictEqual } from 'node:util';
import type { BalanceRowValues } from '../../core/balance-sheet.ts';
import { toInstant, type Instant } from '../../core/calendar-date.ts';
import type { MemoryEntry } from '../../core/memory.ts';
import type { RunItem } from '../../core/run.ts';
import type { Refused } from '../../core/workbook-change.ts';
import { describe, problem } from '../../messages/problem.ts';
import type { ProblemParameters } from '../../messages/parameters.ts';
import {
  forgetBalanceRows,
  isBalanceKnown,
  recordMissingBalances,
  saveBalanceRows,
  forgetBalancesOf,
  recordBalances,
} from '../../store/balances.ts';
import { recordFetchSuccess } from '../../store/connections.ts';
import { recordImportedFile } from '../../store/statement-files.ts';
import {
  confirmJournalEntry,
  discardJournalEntry,
  listJournal,
  plannedMemory,
  type JournalEntry,
} from '../../store/journal.ts';
import { findMemory } from '../../store/memory.ts';
import { packNow } from '../../store/packing.ts';
import { markStale } from '../../store/reconciliations.ts';
import { addRunItems, finishRun, recordUndo } from '../../store/runs.ts';
import { saveLayout, type Account } from '../../store/accounts.ts';
import type { Writer } from '../../store/database.ts';
import type { SyncDependencies } from './dependencies.ts';
import { runMessage, type Outcome } from './work.ts';

export function confirm(
  deps: SyncDependencies,
  entry: JournalEntry<Outcome>,
  memory: readonly MemoryEntry[],
  refused: readonly Refused[],
  refusedBalances: readonly BalanceRowValues[] = [],
): void {
  const { store } = deps;
  const { outcome } = entry;
  // Omits known balances: they belong to the run that first recorded them, and only the undo of that run removes them.
  const balances = (outcome.balances ?? []).filter((one) => !isBalanceKnown(store, entry.accountId, one));
  const at = toInstant(deps.clock.now());
  const refusedIn = (where: Refused['column']): ReadonlySet<string> =>
    new Set(refused.filter(({ column }) => column === where).map(({ transactionId }) => transactionId));
  const [refusedRows, refusedIds] = [refusedIn(null), refusedIn('transactionId')];
  store.transaction(() => {
    const changedAccounts = accountsChangedBy(store, entry, memory);
    confirmJournalEntry(
      store,
      {
        ...entry,
        // Does not forget a row whose removal was refused because the user had changed it.
        forgets: entry.forgets.filter((id) => !refusedRows.has(id) && !refusedIds.has(id)),
      },
      // Does not remember a user's row (`claimed`) to which the transaction id could not be written.
      memory.filter(({ claimed, transactionId }) => claimed !== true || !refusedIds.has(transactionId)),
    );
    const items = refused.map(({ transactionId, column, found }) =>
      keptItem(transactionId, { column: column ?? 'row', found }),
    );
    addRunItems(store, entry.runId, packNow(items));
    finishRun(store, entry.runId, at, {
      ...outcome,
      counts: {
        ...outcome.counts,
        removed: outcome.counts.removed - refusedRows.size,
        kept: outcome.counts.kept + refused.length + refusedBalances.length,
        ...(outcome.counts.balances !== undefined && { balances: outcome.counts.balances - refusedBalances.length }),
        ...claimCount(outcome, memory, refusedIds),
      },
    });
    confirmBalanceRows(store, entry, refusedBalances, at);
    if (outcome.layout !== undefined) saveLayout(store, entry.accountId, outcome.layout);
    for (const { connectionId, until, problem } of outcome.fetched)
      recordFetchSuccess(store, connectionId, at, until, problem);
    for (const file of outcome.files)
      recordImportedFile(store, entry.accountId, { ...file, runId: entry.runId, importedAt: at });
    recordBalances(store, entry, balances, at);
    const undoneAccounts = outcome.undoes === null ? [] : forgetBalancesOf(store, outcome.undoes);
    if (outcome.undoes !== null) recordUndo(store, outcome.undoes, entry.runId);
    markStale(store, entry.accountId, [
      ...changedAccounts,
      ...balances.map(({ bankAccountId }) => bankAccountId),
      ...undoneAccounts,
    ]);
  });
}

/** The bank accounts whose balances must be checked again. A changed category alone requires no check. */
function accountsChangedBy(
  store: Writer,
  { accountId, forgets }: JournalEntry,
  memory: readonly MemoryEntry[],
): ReadonlySet<string> {
  const changed = new Set(forgets.flatMap((id) => findMemory(store, accountId, id)?.bankAccountId ?? []));
  for (const entry of memory) {
    if (changed.has(entry.bankAccountId)) continue;
    const before = findMemory(store, accountId, entry.transactionId);
    if (before === null || !isDeepStrictEqual(withoutCategory(before), withoutCategory(entry)))
      changed.add(entry.bankAccountId);
  }
  return changed;
}

function withoutCategory(entry: MemoryEntry): MemoryEntry {
  return { ...entry, written: { ...entry.written, category: '' } };
}

function claimCount(
  { counts }: Outcome,
  memory: readonly MemoryEntry[],
  refused: ReadonlySet<string>,
): Pick<Outcome['counts'], 'alreadyThere' | 'idsWritten'> {
  if (counts.alreadyThere === undefined) return {};
  const lost = memory.filter(({ claimed, transactionId }) => claimed === true && refused.has(transactionId)).length;
  return {
    alreadyThere: counts.alreadyThere - lost,
    ...(counts.idsWritten !== undefined && { idsWritten: counts.idsWritten - lost }),
  };
}

function confirmBalanceRows(
  store: Writer,
  { runId, accountId, outcome }: JournalEntry<Outcome>,
  refused: readonly BalanceRowValues[],
  at: Instant,
): void {
  const { balanceRows = { written: [], forgotten: [] }, missesBalances } = outcome;
  saveBalanceRows(store, { accountId, runId }, balanceRows.written);
  const stay = new Set(refused.map((row) => JSON.stringify(row)));
  const forgotten = balanceRows.forgotten.filter((row) => !stay.has(JSON.stringify(row)));
  forgetBalanceRows(store, accountId, forgotten);
  if (missesBalances !== undefined) recordMissingBalances(store, accountId, missesBalances ? at : null);
}

/** Completes or discards unfinished writes: the workbook has a marker for each write that happened. Call it before planning. */
export async function settle(deps: SyncDependencies, account: Account): Promise<void> {
  const open = listJournal<Outcome>(deps.store, account.id);
  if (open.length === 0) return;
  const workbook = deps.openWorkbook(account);
  try {
    const { markers } = await workbook.read({ remembered: account.layout });
    for (const entry of open) settleEntry(deps, entry, markers.includes(entry.marker));
  } finally {
    await workbook.close();
  }
}

function settleEntry(deps: SyncDependencies, entry: JournalEntry<Outcome>, written: boolean): void {
  deps.log.info({ run: entry.runId, written }, 'settled a run that had not ended');
  if (written) {
    confirm(deps, entry, plannedMemory(deps.store, entry.runId), []);
    return;
  }
  deps.store.transaction(() => {
    discardJournalEntry(deps.store, entry.runId);
    finishRun(deps.store, entry.runId, toInstant(deps.clock.now()), interrupted(entry.outcome));
  });
}

export function interrupted(outcome: Pick<Outcome, 'counts'>): Parameters<typeof finishRun>[3] {
  const {
    balances: _balances,
    rules: _rules,
    additions: _additions,
    alreadyThere: _there,
    idsWritten: _ids,
    ...counts
  } = outcome.counts;
  return {
    status: 'failed',
    counts: { ...counts, added: 0, updated: 0, removed: 0 },
    messages: [runMessage('problem', problem('run_interrupted', {}))],
  };
}

/** An item for a cell that the run did not change. `column` is 'row' for the whole row. `found`: its content, null if unknown. */
export function keptItem(transactionId: string, params: ProblemParameters['run_kept']): RunItem {
  const reason = problem('run_kept', params);
  return { kind: 'kept', transactionId, why: describe(reason).what, told: reason };
}
