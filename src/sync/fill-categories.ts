import { createRowIds } from '../core/row-id.ts';
import type { Row } from '../core/row.ts';
import type { MemoryEntry } from '../core/memory.ts';
import { aboutRow, type RunItem } from '../core/run.ts';
import type { Snapshot } from '../core/snapshot.ts';
import type { CellChange, CellUpdate } from '../core/workbook-change.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import type { Work } from './work.ts';

/** A row that gets a category. */
export interface CategorisedRow {
  readonly row: Row;
  /** A row's transaction id, or the one that `createRowIds` gives a row without. */
  readonly id: string;
  readonly category: string;
}

/** All rows with their ids, in sheet order. */
export function rowsWithIds({ rows }: Snapshot, digest: (text: string) => string): { row: Row; id: string }[] {
  const idOf = createRowIds(digest);
  return rows.map((row) => ({ row, id: idOf(row) }));
}

/**
 * Writes one cell of each row. What the rules give is remembered as Pennyrow's, so that an undo of the sync that brought
 * the row may take it away; what a person chooses is theirs.
 */
export function categoryWork(
  rows: readonly CategorisedRow[],
  memory: readonly MemoryEntry[],
  by: 'rules' | 'person',
): Pick<Work, 'updates' | 'memory' | 'items'> {
  const entries = new Map(memory.map((entry) => [entry.transactionId, entry]));
  const changes = rows.map(({ row, id, category }) => ({
    row,
    id,
    entry: entries.get(id),
    cell: { column: 'category', from: row.category, to: category } satisfies CellChange,
  }));
  return {
    updates: changes.map(({ row, cell }) => cellUpdate(row, cell)),
    memory:
      by === 'person'
        ? []
        : changes.flatMap(({ entry, cell }) =>
            entry === undefined ? [] : [{ ...entry, written: { ...entry.written, category: cell.to } }],
          ),
    items: changes.map(({ row, id, entry, cell }): RunItem => {
      const connectionId = entry?.connectionId ?? '';
      const reason = by === 'person' ? 'chosen' : 'changed';
      const item = { connectionId, transactionId: id, reason, cells: [cell], kept: [], raw: null } as const;
      return { kind: 'updated', ...item, ...(entry === undefined && { about: aboutRow(row) }) };
    }),
  };
}

export function cellUpdate(row: Row, cell: CellChange): CellUpdate {
  const { index, transactionId } = row;
  return { row: index, transactionId, cell, ...(transactionId === '' && { typed: row }) };
}

/** Throws PennyrowError `workbook_category_none`, or `workbook_column_computed` where a formula fills the column. */
export function requireCategoryColumn({ layout: { sheets, columns } }: Snapshot): void {
  const { category } = columns;
  if (category === undefined) throw new PennyrowError(problem('workbook_category_none', {}));
  if (category.isComputed !== true) return;
  const sheet = sheets.transactions?.name ?? '';
  throw new PennyrowError(problem('workbook_column_computed', { sheet, columns: [category.header], use: 'other' }));
}
