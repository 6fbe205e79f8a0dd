import * as z from 'zod/mini';
import type { Report } from '../../messages/parameters.ts';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';
import type { StartedRun } from './runs.ts';
import type { MatchingRule } from './transactions.ts';
import type { TransactionView } from '../transaction-view.ts';

const bound = z.optional(z.nullable(z.string().check(z.maxLength(40))));

export const rule = z.strictObject({
  description: z.string().check(z.maxLength(1000, 'a description has at most 1000 characters')),
  category: z.string().check(z.maxLength(200, 'a category has at most 200 characters')),
  minAmount: bound,
  maxAmount: bound,
  account: z.optional(z.string().check(z.maxLength(200, 'the name of a bank account has at most 200 characters'))),
  renameTo: z.optional(z.string().check(z.maxLength(1000, 'a payee has at most 1000 characters'))),
});

export type RuleInput = z.infer<typeof rule>;

/** A rule as the page shows it, and its index. The call fails if the rule has changed, or if it has moved and another rule is identical. */
const shownRule = z.strictObject({ place: z.int().check(z.gte(0)), rule });

export type ShownRuleInput = z.infer<typeof shownRule>;

const changes = {
  accountId,
  rule,
  applyToOld: z.optional(z.boolean()),
  /** Confirms a rule that matches every transaction. */
  everyTransaction: z.optional(z.boolean()),
};

export interface RuleTrial {
  /** The reason why the rule cannot be used, or null. With a reason, all counts are 0. */
  readonly problem: Report | null;
  readonly exists: boolean;
  /** True if the rule matches every transaction; the user must then confirm it. */
  readonly isEverything: boolean;
  readonly matches: number;
  readonly uncategorised: number;
  readonly wouldCategorise: number;
  readonly rows: readonly (TransactionView & { readonly wouldCategorise: boolean })[];
  /** The earlier rule that takes the most rows from this rule, because the first match decides. `takes`: their number. */
  readonly earlier: (MatchingRule & { readonly takes: number }) | null;
}

export interface ReviewedRule extends MatchingRule {
  readonly problem: Report | null;
  readonly matches: number;
  /** Number of matching rows that no earlier rule matches. */
  readonly decides: number;
  /** Number of the rows in `decides` that have no category. */
  readonly empty: number;
  /** The earlier rule that takes the most rows from this rule, because the first match decides. `takes`: their number. */
  readonly above: { readonly place: number; readonly category: string; readonly takes: number } | null;
}

export interface RuleReview {
  readonly rules: readonly ReviewedRule[];
  /** Number of rows without a category; `fillable`: how many of them the rules would categorize. */
  readonly uncategorised: number;
  readonly fillable: number;
}

export interface RulesPreview {
  readonly count: number;
  readonly rows: readonly (TransactionView & { readonly gets: string })[];
  readonly rules: readonly (MatchingRule & { readonly count: number })[];
}

export const ruleProcedures = {
  'rule.list': procedure<readonly MatchingRule[]>()({ accountId }),
  'rule.review': procedure<RuleReview>()({ accountId }),
  'rule.categories': procedure<readonly string[]>()({ accountId }),
  'rule.try': procedure<RuleTrial>()({ accountId, rule, replaces: z.optional(z.int().check(z.gte(0))) }),
  'rule.add': procedure<StartedRun>()(changes),
  'rule.edit': procedure<StartedRun>()({ ...changes, shown: shownRule }),
  /** Clears the rule's cells but keeps the row, because the user may have notes in other cells of the row. */
  'rule.delete': procedure<StartedRun>()({ accountId, shown: shownRule }),
  'rule.move': procedure<StartedRun>()({ accountId, shown: shownRule, to: shownRule }),
  'rule.previewApply': procedure<RulesPreview>()({ accountId }),
  /** Converts the rules of Tiller's AutoCat sheet. The run reports the AutoCat lines that cannot be converted. */
  'rule.import': procedure<StartedRun>()({ accountId }),
  'rule.apply': procedure<StartedRun>()({ accountId }),
};
