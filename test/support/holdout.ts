import { createCommonWords } from '../../src/core/description-words.ts';
import { createCategoryLearner } from '../../src/core/suggest-category.ts';
import type { LivedRow } from './spending-life.ts';

/** Rows of the test period: how many there are, how many got a suggestion, and how many suggestions are correct. */
export interface HoldoutResult {
  readonly rows: number;
  readonly suggested: number;
  readonly right: number;
}

/** Learns from the rows before a day, oldest first, then predicts all rows from that day on without learning from them. */
export function evaluateHoldout(rows: readonly LivedRow[], from: string): HoldoutResult {
  const training = rows.filter(({ day }) => day < from).toReversed();
  const test = rows.filter(({ day }) => day >= from);
  const common = createCommonWords();
  for (const row of test) common.add({ ...row, category: '' });
  for (const row of training) common.add(row);
  const learner = createCategoryLearner(common);
  for (const row of training) learner.add(row);
  const suggestions = test.map((row) => ({ is: row.truth, suggested: learner.suggest(row)?.category ?? null }));
  return {
    rows: test.length,
    suggested: suggestions.filter(({ suggested }) => suggested !== null).length,
    right: suggestions.filter(({ is, suggested }) => suggested === is).length,
  };
}
