import * as z from 'zod/mini';
import type { Suggestion } from '../../core/suggest-category.ts';
import { MOST_SET_AT_ONCE, type TransactionView } from '../transaction-view.ts';
import { accountId } from './accounts.ts';
import { newCategory, procedure } from './procedure.ts';
import { rule } from './rules.ts';
import type { StartedRun } from './runs.ts';

export type SuggestedCategory = Omit<Suggestion, 'words'>;

export interface SuggestionList {
  readonly uncategorised: number;
  readonly count: number;
  readonly rows: readonly (TransactionView & { readonly suggestion: SuggestedCategory })[];
}

const acceptedRow = z.strictObject({
  id: z.string(),
  row: z.int(),
  category: newCategory,
});

export const suggestionProcedures = {
  'suggestion.list': procedure<SuggestionList>()({ accountId }),
  /** Skips rows that now have a category, and rules that exist. */
  'suggestion.accept': procedure<StartedRun>()({
    accountId,
    rows: z
      .array(acceptedRow)
      .check(z.minLength(1), z.maxLength(MOST_SET_AT_ONCE, `at most ${MOST_SET_AT_ONCE} transactions at a time`)),
    rules: z.optional(z.array(rule).check(z.maxLength(100))),
  }),
};
