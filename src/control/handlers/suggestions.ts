import type { SuggestedCategory, SuggestionList } from '../../contract/control/suggestions.ts';
import type { Collaborators } from '../collaborators.ts';
import { type Handlers, requireMirror, startedRun } from '../handler.ts';
import { cachedByRows, type MirrorRows, type SearchableRow } from '../transactions/mirror-rows.ts';
import { setImmediate as turn } from 'node:timers/promises';
import type { TransactionView } from '../../contract/transaction-view.ts';
import type { Amount } from '../../core/amount.ts';
import { createCommonWords, type CategorisedRow, type SuggestibleRow } from '../../core/description-words.ts';
import { createCategoryLearner } from '../../core/suggest-category.ts';
import { requireWorkbook } from '../../store/accounts.ts';
import { usableRule } from './rules.ts';

export function suggestionHandlers({ store, sync }: Collaborators, mirror: MirrorRows): Handlers<'suggestions'> {
  const suggest = cachedByRows(suggestRows);
  return {
    'suggestion.list': async ({ accountId }) => {
      await requireMirror(store, sync, accountId);
      return suggest((await mirror.load(accountId)).rows);
    },
    'suggestion.accept': async ({ accountId, rows, rules = [] }) => {
      requireWorkbook(store, accountId);
      const added = await Promise.all(rules.map(async (rule) => usableRule({ rule })));
      const chosen = rows.map(({ id, row, category }) => ({ id, row, category: '', chosen: category }));
      return startedRun(sync.setCategories(accountId, chosen, added));
    },
  };
}

/** Learning yields to other requests after this many rows, which take a few milliseconds. */
const ROWS_PER_TURN = 500;
const MOST_SHOWN = 200;

async function suggestRows(rows: readonly SearchableRow[]): Promise<SuggestionList> {
  const uncategorised = rows.filter(({ view }) => view.amount !== '' && view.category.trim() === '');
  const suggested: SuggestionList['rows'][number][] = [];
  if (uncategorised.length === 0 || uncategorised.length === rows.length)
    return { uncategorised: uncategorised.length, count: 0, rows: [] };
  const suggestCategory = await learnCategories(rows);
  await inTurns(uncategorised, (row, view) => {
    const suggestion = suggestCategory(row);
    if (suggestion !== null) suggested.push({ ...view, suggestion });
  });
  return {
    uncategorised: uncategorised.length,
    count: suggested.length,
    rows: suggested.slice(0, MOST_SHOWN),
  };
}

/** Resolves to a function that suggests a category for a row, and returns null if too few categorized rows are similar. */
export const learnCategories = cachedByRows(async (rows) => {
  const common = createCommonWords();
  await inTurns(rows, (row) => common.add(row));
  const learner = createCategoryLearner(common);
  await inTurns(rows, (row) => learner.add(row));
  return (row: SuggestibleRow): SuggestedCategory | null => {
    const suggestion = learner.suggest(row);
    if (suggestion === null) return null;
    const { category, agreeing, alike, by } = suggestion;
    return { category, agreeing, alike, by };
  };
});

async function inTurns(
  rows: readonly SearchableRow[],
  each: (row: CategorisedRow, view: TransactionView) => void,
): Promise<void> {
  for (const [place, { view }] of rows.entries()) {
    if (place % ROWS_PER_TURN === ROWS_PER_TURN - 1) await turn();
    if (view.amount === '') continue;
    const { description, amount, bankAccountId, account, category } = view;
    each({ description, amount: amount as Amount, account: bankAccountId || account, category: category.trim() }, view);
  }
}
