import * as z from 'zod/mini';
import type { Report } from '../../messages/parameters.ts';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';
import type { StartedRun } from './runs.ts';
import type { MatchingRule } from './transactions.ts';
import type { TransactionView } from '../transaction-view.ts';

const bound = z.optional(z.nullable(z.string().check(z.maxLength(40))));

/** Bounds are decimals. */
export const rule = z.strictObject({
  description: z.string().check(z.maxLength(1000, 'a description has at most 1000 characters')),
  category: z.string().check(z.maxLength(200, 'a category has at most 200 characters')),
  minAmount: bound,
  maxAmount: bound,
});

export type RuleInput = z.infer<typeof rule>;

/** A rule and its place from 0. The call is refused if another rule is there now. */
const shownRule = z.strictObject({ place: z.int().check(z.gte(0)), rule });

export type ShownRuleInput = z.infer<typeof shownRule>;

const changes = {
  accountId,
  rule,
  /** Also fills rows without a category. */
  applyToOld: z.optional(z.boolean()),
  /** Confirms a rule that matches every transaction. */
  everyTransaction: z.optional(z.boolean()),
};

export interface RuleTrial {
  /** Why the rule cannot be used; the counts are then 0. */
  readonly problem: Report | null;
  readonly exists: boolean;
  /** True if it matches every transaction, which the user must confirm. */
  readonly isEverything: boolean;
  /** Rows that match its description and bounds. */
  readonly matches: number;
  readonly uncategorised: number;
  /** Rows that no earlier rule takes. */
  readonly wouldCategorise: number;
  /** Rows that would get the category first, then the newest. */
  readonly rows: readonly (TransactionView & { readonly wouldCategorise: boolean })[];
  /** The earlier rule that takes most of its rows. */
  readonly earlier: (MatchingRule & { readonly takes: number }) | null;
}

export interface ReviewedRule extends MatchingRule {
  /** Why it can never match. */
  readonly problem: Report | null;
  /** Rows that match its description and bounds. */
  readonly matches: number;
  /** Rows that no earlier rule takes. */
  readonly decides: number;
  /** Decided rows without a category. */
  readonly empty: number;
  /** The earlier rule that takes most of its rows. */
  readonly above: { readonly place: number; readonly category: string; readonly takes: number } | null;
}

export interface RuleReview {
  readonly rules: readonly ReviewedRule[];
  /** Number of rows without a category, and of those that the rules would fill. */
  readonly uncategorised: number;
  readonly fillable: number;
}

export interface RulesPreview {
  readonly count: number;
  /** Newest first. */
  readonly rows: readonly (TransactionView & { readonly gets: string })[];
  readonly rules: readonly (MatchingRule & { readonly count: number })[];
}

export const ruleProcedures = {
  'rule.list': procedure<readonly MatchingRule[]>()(z.strictObject({ accountId })),
  'rule.review': procedure<RuleReview>()(z.strictObject({ accountId })),
  'rule.categories': procedure<readonly string[]>()(z.strictObject({ accountId })),
  /** Writes nothing. `replaces` is the place from 0 of the rule to replace; by default the new rule comes last. */
  'rule.try': procedure<RuleTrial>()(
    z.strictObject({ accountId, rule, replaces: z.optional(z.int().check(z.gte(0))) }),
  ),
  'rule.add': procedure<StartedRun>()(z.strictObject(changes)),
  'rule.edit': procedure<StartedRun>()(z.strictObject({ ...changes, shown: shownRule })),
  /** Clears its cells; the row stays, with whatever the user wrote beside it. */
  'rule.delete': procedure<StartedRun>()(z.strictObject({ accountId, shown: shownRule })),
  /** Moves it to the place of another rule. */
  'rule.move': procedure<StartedRun>()(z.strictObject({ accountId, shown: shownRule, to: shownRule })),
  'rule.previewApply': procedure<RulesPreview>()(z.strictObject({ accountId })),
  /** Fills rows without a category in one write. */
  'rule.apply': procedure<StartedRun>()(z.strictObject({ accountId })),
};
