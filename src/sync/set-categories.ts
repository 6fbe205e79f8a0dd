import type { MemoryEntry } from '../core/memory.ts';
import { NO_COUNTS, type RunItem } from '../core/run.ts';
import type { Row } from '../core/row.ts';
import type { Snapshot } from '../core/snapshot.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import { keptItem } from './confirm.ts';
import { categoryWork, requireCategoryColumn, rowsWithIds, type CategorisedRow } from './fill-categories.ts';
import { NO_WORK, type Work } from './work.ts';

/** A row as a person was shown it. */
export interface ShownRow {
  readonly id: string;
  /** Row number in the sheet; tells rows of the same id apart. */
  readonly row: number;
  /** Empty for none. */
  readonly category: string;
}

export interface ChosenCategory extends ShownRow {
  /** The category that it shall have; empty takes it away. */
  readonly chosen: string;
}

/**
 * Puts categories into cells that still hold what the person was shown; the others are left and listed. Throws
 * PennyrowError `transaction_changed` when none does, and `workbook_category_none`.
 */
export function planSetCategories(
  snapshot: Snapshot,
  memory: readonly MemoryEntry[],
  digest: (text: string) => string,
  shown: readonly ChosenCategory[],
): Work {
  requireCategoryColumn(snapshot);
  const byId = Map.groupBy(rowsWithIds(snapshot, digest), ({ id }) => id);
  const changes: CategorisedRow[] = [];
  const kept: RunItem[] = [];
  for (const each of shown) {
    const row = rowOf(byId.get(each.id) ?? [], each);
    if (row === null || row.category !== each.category)
      kept.push(keptItem(each.id, { column: row === null ? 'row' : 'category', found: null }));
    else if (row.category !== each.chosen) changes.push({ row, id: each.id, category: each.chosen });
  }
  if (kept.length === shown.length && kept.length > 0)
    throw new PennyrowError(problem('transaction_changed', { count: kept.length }));
  const { items, ...rest } = categoryWork(changes, memory, 'person');
  return {
    ...NO_WORK,
    ...rest,
    items: [...items, ...kept],
    outcome: { ...NO_WORK.outcome, counts: { ...NO_COUNTS, updated: changes.length, kept: kept.length } },
  };
}

function rowOf(same: readonly { readonly row: Row }[], { row }: ShownRow): Row | null {
  const there = same.find(({ row: { index } }) => index === row);
  return (there ?? (same.length === 1 ? same[0] : undefined))?.row ?? null;
}
