import type { Rule } from './snapshot.ts';

/** The categories as the API lists them: sheet order, no blanks, each once. */
export function listedCategories(categories: readonly string[]): string[] {
  return [...new Set(categories.filter((category) => category.trim() !== ''))];
}

/** A rule with the specification's field names. */
export interface ListedRule {
  readonly description: string;
  readonly category: string;
  readonly minAmount: string;
  readonly maxAmount: string;
}

/** The rules as the API lists them: sheet order, only those that can match and have a category to give. */
export function listedRules(rules: readonly Rule[]): ListedRule[] {
  return rules
    .filter((rule) => rule.description.trim() !== '' && rule.category.trim() !== '')
    .map(({ description, category, minAmount, maxAmount }) => ({
      description,
      category,
      minAmount: minAmount ?? '',
      maxAmount: maxAmount ?? '',
    }));
}
