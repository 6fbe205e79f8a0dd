import * as z from 'zod/mini';
import type { Report } from '../../messages/parameters.ts';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';
import type { StartedRun } from './runs.ts';
import type { MatchingRule } from './transactions.ts';
import type { TransactionView } from '../transaction-view.ts';

const bound = z.optional(z.nullable(z.string().check(z.maxLength(40))));

/** A line for the Rules sheet. Bounds are decimals; null or left out for none. */
export const rule = z.strictObject({
  description: z.string().check(z.maxLength(1000, 'a description has at most 1000 characters')),
  category: z.string().check(z.maxLength(200, 'a category has at most 200 characters')),
  minAmount: bound,
  maxAmount: bound,
});

export type RuleInput = z.infer<typeof rule>;

/** A rule as it was shown, and its place in the list, from 0: what is done to it is refused when it is another one by now. */
const shownRule = z.strictObject({ place: z.int().check(z.gte(0)), rule });

export type ShownRuleInput = z.infer<typeof shownRule>;

const changes = {
  accountId,
  rule,
  /** Rows without a category get the rule's at once, in the same write. */
  applyToOld: z.optional(z.boolean()),
  /** The person has confirmed that the rule fits every transaction; without, such a rule is refused. */
  everyTransaction: z.optional(z.boolean()),
};

/** Effect of a new rule on the existing rows, before it is added. */
export interface RuleTrial {
  /** Why it cannot be used; the counts are 0 then. */
  readonly problem: Report | null;
  /** The same rule is in the sheet already. */
  readonly exists: boolean;
  /** It fits every transaction, whatever its text and amount: to be confirmed before it is written. */
  readonly isEverything: boolean;
  /** Rows that its description and its bounds fit. */
  readonly matches: number;
  /** Those of them without a category. */
  readonly uncategorised: number;
  /** Those that would get one: none of the rules above is for them. */
  readonly wouldCategorise: number;
  /** Some that match, those first that would get the category, then the newest. */
  readonly rows: readonly (TransactionView & { readonly wouldCategorise: boolean })[];
  /** The rule above it that takes most of its rows, and how many; null when none does. */
  readonly earlier: (MatchingRule & { readonly takes: number }) | null;
}

/** A rule of the sheet, and what it does to the rows that are there. */
export interface ReviewedRule extends MatchingRule {
  /** Why it can never match; null when it can. */
  readonly problem: Report | null;
  /** Rows that its description and bounds fit. */
  readonly matches: number;
  /** Those of them that no rule above takes. */
  readonly decides: number;
  /** Those that it decides and that have no category. */
  readonly empty: number;
  /** The rule above that takes most of its rows: its place, and how many. Null when none takes any. */
  readonly above: { readonly place: number; readonly category: string; readonly takes: number } | null;
}

export interface RuleReview {
  /** In the order of the sheet. */
  readonly rules: readonly ReviewedRule[];
  /** Rows without a category, and how many of these the rules would give one. */
  readonly uncategorised: number;
  readonly fillable: number;
}

/** Effect of the rules on rows without a category. */
export interface RulesPreview {
  readonly count: number;
  /** The newest of them, each with the category that it would get. */
  readonly rows: readonly (TransactionView & { readonly gets: string })[];
  /** Of the rules that would give one, how many each. */
  readonly rules: readonly (MatchingRule & { readonly count: number })[];
}

export const ruleProcedures = {
  /** In the order of the sheet. */
  'rule.list': procedure<readonly MatchingRule[]>()(z.strictObject({ accountId })),
  /** The same, tried on all rows. */
  'rule.review': procedure<RuleReview>()(z.strictObject({ accountId })),
  /** Of the Categories sheet, in its order. */
  'rule.categories': procedure<readonly string[]>()(z.strictObject({ accountId })),
  /** Writes nothing. `replaces`: the place, from 0, of the rule that it would stand in for; else it is tried below the others. */
  'rule.try': procedure<RuleTrial>()(
    z.strictObject({ accountId, rule, replaces: z.optional(z.int().check(z.gte(0))) }),
  ),
  /** Below the last line of the Rules sheet. */
  'rule.add': procedure<StartedRun>()(z.strictObject(changes)),
  'rule.edit': procedure<StartedRun>()(z.strictObject({ ...changes, shown: shownRule })),
  /** Empties its cells; the line, and what a person wrote beside it, stay. */
  'rule.delete': procedure<StartedRun>()(z.strictObject({ accountId, shown: shownRule })),
  /** To the place of another rule; those between move by one. */
  'rule.move': procedure<StartedRun>()(z.strictObject({ accountId, shown: shownRule, to: shownRule })),
  /** Writes nothing. */
  'rule.previewApply': procedure<RulesPreview>()(z.strictObject({ accountId })),
  /** Gives rows without a category what the rules say of them, in one write. */
  'rule.apply': procedure<StartedRun>()(z.strictObject({ accountId })),
};
