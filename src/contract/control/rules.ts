import * as z from 'zod/mini';
import type { Report } from '../../messages/parameters.ts';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';
import type { StartedRun } from './runs.ts';
import type { MatchingRule } from './transactions.ts';
import type { TransactionView } from '../transaction-view.ts';

const bound = z.optional(z.nullable(z.string().check(z.maxLength(40))));

/** A line for the Rules sheet. Bounds are decimals; null or left out for none. */
const rule = z.strictObject({
  description: z.string().check(z.maxLength(1000, 'a description has at most 1000 characters')),
  category: z.string().check(z.maxLength(200, 'a category has at most 200 characters')),
  minAmount: bound,
  maxAmount: bound,
});

export type RuleInput = z.infer<typeof rule>;

/** What a rule would do with the rows that are there, before it is added. */
export interface RuleTrial {
  /** Why it cannot be used; the counts are 0 then. */
  readonly problem: Report | null;
  /** The same rule is in the sheet already. */
  readonly exists: boolean;
  /** Rows that its description and its bounds fit. */
  readonly matches: number;
  /** Those of them without a category. */
  readonly uncategorised: number;
  /** Those that would get one: none of the rules above is for them, and they carry a transaction id. */
  readonly wouldCategorise: number;
  /** Some that match, those first that would get the category, then the newest. */
  readonly rows: readonly (TransactionView & { readonly wouldCategorise: boolean })[];
  /** The rule above it that takes most of its rows, and how many; null when none does. */
  readonly earlier: (MatchingRule & { readonly takes: number }) | null;
}

export const ruleProcedures = {
  /** In the order of the sheet. */
  'rule.list': procedure<readonly MatchingRule[]>()(z.strictObject({ accountId })),
  /** Of the Categories sheet, in its order. */
  'rule.categories': procedure<readonly string[]>()(z.strictObject({ accountId })),
  /** Writes nothing. */
  'rule.try': procedure<RuleTrial>()(z.strictObject({ accountId, rule })),
  /** Below the last line of the Rules sheet; with `applyToOld` rows without a category get it at once, in the same write. */
  'rule.add': procedure<StartedRun>()(z.strictObject({ accountId, rule, applyToOld: z.optional(z.boolean()) })),
};
