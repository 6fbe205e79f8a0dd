import type { MemoryEntry } from '../core/memory.ts';
import { compileRules } from '../core/rule-matcher.ts';
import type { Row } from '../core/row.ts';
import { NO_COUNTS } from '../core/run.ts';
import type { Rule, Snapshot } from '../core/snapshot.ts';
import { categoryWork, requireCategoryColumn, rowsWithIds, type CategorisedRow } from './fill-categories.ts';
import { NO_WORK, type Work } from './work.ts';

/**
 * Whether rules may give the row a category: it has none, and is a transaction beyond doubt. What a person typed counts
 * like what a bank sent.
 */
export function mayBeCategorised({ category, date, amount }: Row): boolean {
  return category.trim() === '' && date !== null && amount !== null;
}

/** The rows that `wanted` rules, all by default, would give a category, and which. The first rule that fits decides. */
export function rowsForRules(
  snapshot: Snapshot,
  digest: (text: string) => string,
  wanted: (rule: Rule) => boolean = () => true,
): CategorisedRow[] {
  const matcher = compileRules(snapshot.rules);
  return rowsWithIds(snapshot, digest).flatMap(({ row, id }) => {
    if (!mayBeCategorised(row) || row.amount === null) return [];
    const rule = matcher.match(row.description, row.amount);
    return rule === null || !wanted(rule) ? [] : [{ row, id, category: rule.category }];
  });
}

/** Gives rows without a category what the rules say of them. Throws PennyrowError `workbook_category_none`. */
export function planApplyRules(
  snapshot: Snapshot,
  memory: readonly MemoryEntry[],
  digest: (text: string) => string,
): Work {
  requireCategoryColumn(snapshot);
  const rows = rowsForRules(snapshot, digest);
  return {
    ...NO_WORK,
    ...categoryWork(rows, memory, 'rules'),
    outcome: { ...NO_WORK.outcome, counts: { ...NO_COUNTS, updated: rows.length } },
  };
}
