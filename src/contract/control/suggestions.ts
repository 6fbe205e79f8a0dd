import * as z from 'zod/mini';
import { MOST_SET_AT_ONCE, type TransactionView } from '../transaction-view.ts';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';
import type { StartedRun } from './runs.ts';
import { newCategory } from './transactions.ts';

/** A category that a row without one may have, learned from the person's own rows. */
export interface SuggestedCategory {
  readonly category: string;
  /** Of the newest rows like it, `agreeing` of `alike` have the category. */
  readonly agreeing: number;
  readonly alike: number;
  /** Common features besides the text: the same amount, a similar amount, the bank account. */
  readonly by: 'text' | 'amount' | 'size' | 'account';
}

export interface SuggestionList {
  /** Rows without a category. */
  readonly uncategorised: number;
  /** Those of them with a suggestion. */
  readonly count: number;
  /** The newest 200 of them, newest first. */
  readonly rows: readonly (TransactionView & { readonly suggestion: SuggestedCategory })[];
}

/** A row as it was shown, without a category, and the category that the person accepts for it. */
const acceptedRow = z.strictObject({
  id: z.string(),
  row: z.int(),
  category: newCategory,
});

export const suggestionProcedures = {
  'suggestion.list': procedure<SuggestionList>()(z.strictObject({ accountId })),
  /** Writes the categories, in one run, into those rows that still have none. */
  'suggestion.accept': procedure<StartedRun>()(
    z.strictObject({
      accountId,
      rows: z
        .array(acceptedRow)
        .check(z.minLength(1), z.maxLength(MOST_SET_AT_ONCE, `at most ${MOST_SET_AT_ONCE} transactions at a time`)),
    }),
  ),
};
