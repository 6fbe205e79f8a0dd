import { createCommonWords } from '../../src/core/description-words.ts';
import { createCategoryLearner } from '../../src/core/suggest-category.ts';
import type { LivedRow } from './spending-life.ts';

/** Rows of the months held back: how many there are, how many got a suggestion, how many of these what they are. */
export interface HeldBack {
  readonly asked: number;
  readonly suggested: number;
  readonly right: number;
}

/** Learns from the rows before a day, oldest first, and asks for all from that day on, none of which is known by then. */
export function heldBack(rows: readonly LivedRow[], from: string): HeldBack {
  const known = rows.filter(({ day }) => day < from).toReversed();
  const asked = rows.filter(({ day }) => day >= from);
  const common = createCommonWords();
  for (const row of asked) common.add({ ...row, category: '' });
  for (const row of known) common.add(row);
  const learner = createCategoryLearner(common);
  for (const row of known) learner.add(row);
  const said = asked.map((row) => ({ is: row.truth, suggested: learner.suggest(row)?.category ?? null }));
  return {
    asked: asked.length,
    suggested: said.filter(({ suggested }) => suggested !== null).length,
    right: said.filter(({ is, suggested }) => suggested === is).length,
  };
}
