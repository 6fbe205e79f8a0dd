import type { Row } from '../../core/row.ts';
import { aboutRow, type RunItem } from '../../core/run.ts';
import type { Snapshot } from '../../core/snapshot.ts';
import type { CellChange, CellUpdate, RuleValues } from '../../core/workbook-change.ts';
import { isSameRule } from '../../core/rule-edits.ts';
import { createError } from '../../platform/errors.ts';
import { keptItem } from '../runs/confirm.ts';
import { createWork, type Work } from '../runs/work.ts';
import { enqueuePlan, type Recall, type SheetPart, type UseCaseContext } from './context.ts';
import type { IdentifiedRow } from './find-rows.ts';

export interface CategorisedRow extends IdentifiedRow {
  readonly category: string;
}

/** Remembers only categories from rules: the undo of a sync removes them, but keeps categories that the user chose. */
export function categoryWork(
  rows: readonly CategorisedRow[],
  recall: Recall,
  by: 'rules' | 'person',
): Pick<Work, 'updates' | 'memory' | 'items'> {
  const changes = rows.map(({ row, id, category }) => ({
    row,
    id,
    entry: recall(id),
    cell: { column: 'category', from: row.category, to: category } satisfies CellChange,
  }));
  return {
    updates: changes.map(({ row, cell }) => cellUpdate(row, cell)),
    memory:
      by === 'person'
        ? []
        : changes.flatMap(({ entry, cell }) =>
            entry === null ? [] : [{ ...entry, written: { ...entry.written, category: cell.to } }],
          ),
    items: changes.map(({ row, id, entry, cell }): RunItem => {
      const connectionId = entry?.connectionId ?? '';
      const reason = by === 'person' ? 'chosen' : 'changed';
      const item = { connectionId, transactionId: id, reason, cells: [cell], kept: [], raw: null } as const;
      return { kind: 'updated', ...item, ...(entry === null && { about: aboutRow(row) }) };
    }),
  };
}

export function cellUpdate(row: Row, cell: CellChange): CellUpdate {
  const { index, transactionId } = row;
  return { row: index, transactionId, cell, ...(transactionId === '' && { typed: row }) };
}

/** Throws PennyrowError `workbook_category_none`, or `workbook_column_computed` if a formula fills the column. */
export function requireCategoryColumn({ layout: { sheets, columns } }: Pick<Snapshot, 'layout'>): void {
  const { category } = columns;
  if (category === undefined) throw createError('workbook_category_none', {});
  if (category.isComputed !== true) return;
  const sheet = sheets.transactions?.name ?? '';
  throw createError('workbook_column_computed', { sheet, columns: [category.header], use: 'other' });
}

export interface ShownRow {
  readonly id: string;
  /** The row number in the sheet, to distinguish rows with the same id. */
  readonly row: number;
  readonly category: string;
}

interface ChosenCategory extends ShownRow {
  readonly chosen: string;
}

/** Writes the categories and the rules in one run, so that one undo reverts both. */
export function setCategories(
  context: UseCaseContext,
  accountId: string,
  rows: readonly ChosenCategory[],
  rules: readonly RuleValues[] = [],
): string {
  return enqueuePlan(context, accountId, 'category', {
    select: () => ({ ids: rows.map(({ id }) => id) }),
    plan: (sheet, recall) => planSetCategories(sheet, recall, rows, rules),
  });
}

/** Skips cells that changed since the user saw them. Throws `transaction_changed` if all cells changed. */
function planSetCategories(
  sheet: SheetPart,
  recall: Recall,
  shown: readonly ChosenCategory[],
  rules: readonly RuleValues[],
): Work {
  requireCategoryColumn(sheet);
  const byId = Map.groupBy(sheet.rows, ({ id }) => id);
  const changes: CategorisedRow[] = [];
  const left: RunItem[] = [];
  for (const each of shown) {
    const row = rowOf(byId.get(each.id) ?? [], each);
    if (row === null || row.category !== each.category)
      left.push(keptItem(each.id, { column: row === null ? 'row' : 'category', found: null }));
    else if (row.category !== each.chosen) changes.push({ row, id: each.id, category: each.chosen });
  }
  if (left.length === shown.length && left.length > 0) throw createError('transaction_changed', { count: left.length });
  const { items, ...rest } = categoryWork(changes, recall, 'person');
  const added = rules.filter((rule) => !sheet.rules.some((other) => isSameRule(other, rule)));
  const ruleItems = added.map((rule): RunItem => ({ kind: 'rule', row: null, from: null, to: rule }));
  return createWork(
    { ...rest, rules: added, items: [...ruleItems, ...items, ...left] },
    { counts: { updated: changes.length, kept: left.length, ...(added.length > 0 && { rules: added.length }) } },
  );
}

function rowOf(same: readonly { readonly row: Row }[], { row }: ShownRow): Row | null {
  const there = same.find(({ row: { index } }) => index === row);
  return (there ?? (same.length === 1 ? same[0] : undefined))?.row ?? null;
}
