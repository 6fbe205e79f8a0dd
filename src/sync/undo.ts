import type { MemoryEntry } from '../core/memory.ts';
import { reverseRuleEdits, type DoneRuleEdit } from '../core/rule-edits.ts';
import { COLUMNS, typeOf, type Row, type RowValues } from '../core/row.ts';
import { shows } from '../core/sheet-columns.ts';
import { NO_COUNTS, aboutRow, type Run, type RunItem, type RunMessage } from '../core/run.ts';
import type { Layout, Snapshot } from '../core/snapshot.ts';
import type { CellChange, CellUpdate, RowRemoval, RuleEdit } from '../core/workbook-change.ts';
import { report } from '../messages/report.ts';
import { problem } from '../messages/problem.ts';
import { keptItem } from './confirm.ts';
import { cellUpdate, rowsWithIds } from './fill-categories.ts';
import { NO_WORK, type Work } from './work.ts';

/**
 * Takes back what a run wrote: rows that it added, unless the user has touched them since, cells that it updated, where
 * they still hold what it put there, and its changes of the rules, all of them or none. What it added is forgotten, so
 * that no tombstone keeps it away from the next sync.
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
    const touched = row === undefined ? null : touchedColumn(row, entry.written, this.#columns);
    if (touched !== null) {
      this.#items.push(keptItem(transactionId, { column: touched, found: null }));
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
    // What a person chose was never Pennyrow's, and what it took the place of need not have been either.
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

  /** The row is the person's alone again; of an id that Pennyrow wrote it is rid. */
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

/** The rest is nothing that a person says of a transaction. */
const COMPARED = COLUMNS.filter((column) => column !== 'transactionId' && typeOf(column) !== 'added');

/** The first known cell that no longer holds what Pennyrow put there; columns that the sheet lacks hold nothing. */
function touchedColumn(row: Row, written: RowValues, columns: Layout['columns']): string | null {
  return (
    COMPARED.find(
      (column) => shows(columns, column) && columns[column]?.isComputed !== true && row[column] !== written[column],
    ) ?? null
  );
}
