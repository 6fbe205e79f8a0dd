import type { MemoryEntry } from '../core/memory.ts';
import { COLUMNS, typeOf, type Row, type RowValues } from '../core/row.ts';
import { reverseRuleEdits, type DoneRuleEdit } from '../core/rule-edits.ts';
import { NO_COUNTS, aboutRow, type Run, type RunItem, type RunMessage, type RunCounts } from '../core/run.ts';
import { shows } from '../core/sheet-columns.ts';
import type { Layout, Snapshot } from '../core/snapshot.ts';
import type { CellChange, CellUpdate, RowRemoval, RuleEdit } from '../core/workbook-change.ts';
import { problem } from '../messages/problem.ts';
import { report } from '../messages/report.ts';
import type { Account } from '../store/accounts.ts';
import { listBalanceRowsOf } from '../store/balances.ts';
import { listRuns } from '../store/runs.ts';
import { keptItem } from './confirm.ts';
import type { SyncDependencies } from './dependencies.ts';
import { cellUpdate, rowsWithIds } from './categories.ts';
import { settledNow } from './settled-state.ts';
import { NO_WORK, type Work, addedAgain } from './work.ts';

/**
 * Reverts a run: rows that it added unless the user has changed them, cells that it updated if they are unchanged, and its rule changes
 * if all can be reverted. Memory of added rows is removed, so that the next sync can add them again.
 */
export function planUndo(
  snapshot: Snapshot,
  memory: readonly MemoryEntry[],
  run: Run,
  items: Iterable<RunItem>,
  digest: (text: string) => string,
): Work {
  const undo = new Undo(snapshot, memory, run, digest);
  for (const item of items) {
    if (item.kind === 'added') undo.added(item.values.transactionId);
    if (item.kind === 'updated') undo.updated(item);
    if (item.kind === 'claimed') undo.claimed(item);
    if (item.kind === 'rule') undo.rule(item);
    if (item.kind === 'elsewhere') undo.elsewhere(item.transactionId);
  }
  return undo.toWork();
}

class Undo {
  readonly #run: Run;
  readonly #columns: Layout['columns'];
  readonly #rows: ReadonlyMap<string, Row>;
  readonly #entries: ReadonlyMap<string, MemoryEntry>;
  readonly #forgets: string[] = [];
  readonly #removals: RowRemoval[] = [];
  readonly #updates: CellUpdate[] = [];
  readonly #memory: MemoryEntry[] = [];
  readonly #items: RunItem[] = [];
  readonly #rules: Snapshot['rules'];
  readonly #ruleEdits: DoneRuleEdit[] = [];

  constructor(snapshot: Snapshot, memory: readonly MemoryEntry[], run: Run, digest: (text: string) => string) {
    this.#run = run;
    this.#columns = snapshot.layout.columns;
    this.#rules = snapshot.rules;
    this.#rows = new Map(rowsWithIds(snapshot, digest).map(({ row, id }) => [id, row]));
    this.#entries = new Map(memory.map((entry) => [entry.transactionId, entry]));
  }

  added(transactionId: string): void {
    const entry = this.#entries.get(transactionId);
    if (entry === undefined) return;
    const row = this.#rows.get(transactionId);
    const changedColumn = row === undefined ? null : findChangedColumn(row, entry.written, this.#columns);
    if (changedColumn !== null) {
      this.#items.push(keptItem(transactionId, { column: changedColumn, found: null }));
      return;
    }
    if (this.#run.kind === 'restore') this.#memory.push({ ...entry, state: 'deleted' });
    else this.#forgets.push(transactionId);
    if (row === undefined) return;
    this.#removals.push({ row: row.index, values: entry.written });
    this.#items.push({ kind: 'removed', values: entry.written });
  }

  updated({ transactionId, cells, reason, about }: Extract<RunItem, { kind: 'updated' }>): void {
    const entry = this.#entries.get(transactionId);
    const row = this.#rows.get(transactionId);
    const ofAnyRow = this.#run.kind === 'rule' || this.#run.kind === 'category';
    if (row === undefined || (entry === undefined && !ofAnyRow)) return;
    const back = cells.filter((cell) => row[cell.column] === cell.to).map(reverse);
    if (back.length < cells.length) this.#items.push(keptItem(transactionId, { column: 'row', found: null }));
    if (back.length === 0) return;
    for (const cell of back) this.#updates.push(cellUpdate(row, cell));
    // A chosen category was never Pennyrow's, and the previous value may not have been either.
    if (entry !== undefined && reason !== 'chosen') {
      const written = back.reduce((values, { column, to }) => ({ ...values, [column]: to }), entry.written);
      this.#memory.push({ ...entry, written });
    }
    this.#items.push({
      kind: 'updated',
      connectionId: entry?.connectionId ?? '',
      transactionId,
      reason: reason === 'chosen' ? 'chosen' : 'changed',
      cells: back,
      kept: [],
      raw: null,
      ...(about !== undefined && { about }),
    });
  }

  /** Releases a row of the user, and removes the id if Pennyrow wrote it. */
  claimed({ transactionId, wasWritten }: Extract<RunItem, { kind: 'claimed' }>): void {
    const entry = this.#entries.get(transactionId);
    if (entry?.claimed !== true) return;
    this.#forgets.push(transactionId);
    const row = this.#rows.get(transactionId);
    if (!wasWritten || row === undefined) return;
    const cell: CellChange = { column: 'transactionId', from: transactionId, to: '' };
    this.#updates.push(cellUpdate(row, cell));
    this.#items.push({
      kind: 'updated',
      connectionId: entry.connectionId,
      transactionId,
      reason: 'changed',
      cells: [cell],
      kept: [],
      raw: null,
      about: aboutRow(row),
    });
  }

  elsewhere(transactionId: string): void {
    if (this.#entries.get(transactionId)?.state === 'elsewhere') this.#forgets.push(transactionId);
  }

  rule({ row, from, to }: Extract<RunItem, { kind: 'rule' }>): void {
    this.#ruleEdits.push({ row, from, to });
  }

  toWork(): Work {
    const ruleEdits = reverseRuleEdits(this.#rules, this.#ruleEdits);
    const rules = (ruleEdits ?? []).map((edit): RunItem => ({ kind: 'rule', ...edit }));
    return this.#toWork(ruleEdits ?? [], [...this.#items, ...rules], ruleEdits === null ? [rulesKept()] : []);
  }

  #toWork(ruleEdits: readonly RuleEdit[], items: readonly RunItem[], messages: readonly RunMessage[]): Work {
    const kept = this.#items.filter(({ kind }) => kind === 'kept').length;
    return {
      ...NO_WORK,
      updates: this.#updates,
      removals: this.#removals,
      ruleEdits,
      memory: this.#memory,
      forgets: this.#forgets,
      items,
      outcome: {
        ...NO_WORK.outcome,
        counts: {
          ...NO_COUNTS,
          removed: this.#removals.length,
          updated: new Set(this.#updates.map(({ row }) => row)).size,
          kept,
          ...(ruleEdits.length > 0 && { rules: ruleEdits.length }),
        },
        messages,
        undoes: this.#run.id,
      },
    };
  }
}

function rulesKept(): RunMessage {
  return { severity: 'warning', ...report(problem('run_rules_kept', {})), connectionId: null };
}

function reverse(cell: CellChange): CellChange {
  return { ...cell, from: cell.to, to: cell.from } as CellChange;
}

/** Other columns are not content of the transaction. */
const COMPARED = COLUMNS.filter((column) => column !== 'transactionId' && typeOf(column) !== 'added');

/** The first cell that differs from the written value, ignoring columns that the sheet lacks. */
function findChangedColumn(row: Row, written: RowValues, columns: Layout['columns']): string | null {
  return (
    COMPARED.find(
      (column) => shows(columns, column) && columns[column]?.isComputed !== true && row[column] !== written[column],
    ) ?? null
  );
}

/** Restores deleted rows as last written; rows that exist again are only remembered. */
export function planRestore(
  snapshot: Snapshot,
  memory: readonly MemoryEntry[],
  transactionIds: ReadonlySet<string>,
): Work {
  const present = new Set(snapshot.rows.map((row) => row.transactionId));
  const restored = memory
    .filter((entry) => transactionIds.has(entry.transactionId) && entry.state !== 'elsewhere')
    // Restored rows belong to Pennyrow, even if the user had entered them.
    .map(({ claimed: _claimed, ...entry }): MemoryEntry => ({ ...entry, state: 'in-sheet' }));
  const missing = restored
    .filter((entry) => !present.has(entry.transactionId))
    .toSorted((a, b) => a.written.date.localeCompare(b.written.date));
  return {
    ...NO_WORK,
    appends: missing.map((entry) => entry.written),
    memory: restored,
    items: missing.map(addedAgain),
    outcome: { ...NO_WORK.outcome, counts: { ...NO_COUNTS, added: missing.length } },
  };
}

/**
 * The counts of an undo without reading the workbook: known if the run is the last one and the workbook is unchanged since, so nothing
 * it wrote was touched. Null if that requires the rows, or for services, which may report changes late.
 */
export async function foreseeUndo(deps: SyncDependencies, account: Account, run: Run): Promise<RunCounts | null> {
  const balances = listBalanceRowsOf(deps.store, run.id).length;
  if (!onlyAdded(run) || balances !== (run.counts.balances ?? 0) || !isLast(deps, run)) return null;
  const workbook = deps.openWorkbook(account);
  try {
    if (workbook.isRemote || (await settledNow(deps, account, workbook)).on === null) return null;
  } finally {
    await workbook.close();
  }
  // Another run may have started in between.
  return isLast(deps, run) ? { ...NO_COUNTS, removed: run.counts.added, ...(balances > 0 && { balances }) } : null;
}

/** Other changes may be reverted only in part: overwritten cells, rows of the user, moved rules. */
function onlyAdded({ kind, counts }: Run): boolean {
  const { updated, removed, alreadyThere = 0, rules = 0, additions = 0, idsWritten = 0 } = counts;
  return (
    (kind === 'sync' || kind === 'import') && updated + removed + alreadyThere + rules + additions + idsWritten === 0
  );
}

function isLast({ store }: SyncDependencies, { id, accountId }: Run): boolean {
  return listRuns(store, accountId, { limit: 1 })[0]?.id === id;
}
