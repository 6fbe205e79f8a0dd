import type { MemoryEntry } from '../core/memory.ts';
import { COLUMNS, typeOf, type Row, type RowValues } from '../core/row.ts';
import { NO_COUNTS, type Run, type RunItem, type RunMessage } from '../core/run.ts';
import type { Layout, Snapshot } from '../core/snapshot.ts';
import type { CellChange, CellUpdate, RowRemoval } from '../core/workbook-change.ts';
import { report } from '../messages/report.ts';
import { problem } from '../messages/problem.ts';
import { keptItem } from './confirm.ts';
import type { Work } from './work.ts';

/**
 * Takes back what a run wrote: rows that it added, unless the user has touched them since, and cells that
 * it updated, where they still hold what it put there. What it added is forgotten, so that no tombstone
 * keeps it away from the next sync.
 */
export function planUndo(snapshot: Snapshot, memory: readonly MemoryEntry[], run: Run, items: Iterable<RunItem>): Work {
  const undo = new Undo(snapshot, memory, run);
  for (const item of items) {
    if (item.kind === 'added') undo.added(item.values.transactionId);
    if (item.kind === 'updated') undo.updated(item.transactionId, item.cells);
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

  constructor(snapshot: Snapshot, memory: readonly MemoryEntry[], run: Run) {
    this.#run = run;
    this.#columns = snapshot.layout.columns;
    this.#rows = new Map(snapshot.rows.map((row) => [row.transactionId, row]));
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

  updated(transactionId: string, cells: readonly CellChange[]): void {
    const entry = this.#entries.get(transactionId);
    const row = this.#rows.get(transactionId);
    if (row === undefined || (entry === undefined && this.#run.kind !== 'rule')) return;
    const back = cells.filter((cell) => row[cell.column] === cell.to).map(reverse);
    if (back.length < cells.length) this.#items.push(keptItem(transactionId, { column: 'row', found: null }));
    if (back.length === 0) return;
    for (const cell of back) this.#updates.push({ row: row.index, transactionId, cell });
    if (entry !== undefined) {
      const written = back.reduce((values, { column, to }) => ({ ...values, [column]: to }), entry.written);
      this.#memory.push({ ...entry, written });
    }
    this.#items.push({
      kind: 'updated',
      connectionId: entry?.connectionId ?? '',
      transactionId,
      reason: 'changed',
      cells: back,
      kept: [],
      raw: null,
    });
  }

  elsewhere(transactionId: string): void {
    if (this.#entries.get(transactionId)?.state === 'elsewhere') this.#forgets.push(transactionId);
  }

  toWork(): Work {
    const kept = this.#items.filter(({ kind }) => kind === 'kept').length;
    return {
      appends: [],
      updates: this.#updates,
      removals: this.#removals,
      memory: this.#memory,
      forgets: this.#forgets,
      items: this.#items,
      outcome: {
        status: 'succeeded',
        counts: {
          ...NO_COUNTS,
          removed: this.#removals.length,
          updated: new Set(this.#updates.map(({ row }) => row)).size,
          kept,
        },
        messages: this.#run.kind === 'rule' ? [ruleStays()] : [],
        fetched: [],
        files: [],
        undoes: this.#run.id,
      },
    };
  }
}

/** A rule is a person's like all of their sheet; other runs may have used it since. */
function ruleStays(): RunMessage {
  return { severity: 'info', ...report(problem('run_rule_stays', {})), connectionId: null };
}

function reverse(cell: CellChange): CellChange {
  return { ...cell, from: cell.to, to: cell.from } as CellChange;
}

/** The rest is nothing that a person says of a transaction. */
const COMPARED = COLUMNS.filter((column) => column !== 'transactionId' && typeOf(column) !== 'added');

/** The first known cell that no longer holds what Pennyrow put there; columns that the sheet lacks hold nothing. */
function touchedColumn(row: Row, written: RowValues, columns: Layout['columns']): string | null {
  return COMPARED.find((column) => columns[column] !== undefined && row[column] !== written[column]) ?? null;
}
