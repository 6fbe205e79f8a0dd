import * as z from 'zod/mini';
import { defineTool, described, MOST_AT_ONCE } from '../tool.ts';
import { transaction, transactionOf } from './transaction.ts';

const MOST_NAMES = 500;

export const categories = defineTool({
  name: 'categories',
  title: 'Categories',
  description: 'The categories of the spreadsheet, and how many transactions each has.',
  input: z.strictObject({}),
  output: z.object({
    categories: z.array(
      z.object({
        name: z.string(),
        transactions: z.int(),
        is_listed: described(z.boolean(), 'Whether it stands in the Categories sheet.'),
      }),
    ),
    uncategorised: described(z.int(), 'Transactions without a category.'),
  }),
  writes: false,
  async run({ control, accountId }) {
    const listed = await control.call('rule.categories', { accountId });
    const { categories: used, uncategorised } = await control.call('transaction.facets', { accountId });
    const counts = new Map(used.map(({ name, count }) => [name, count]));
    const names = [...new Set([...listed, ...counts.keys()])].slice(0, MOST_NAMES);
    return {
      categories: names.map((name) => ({
        name,
        transactions: counts.get(name) ?? 0,
        is_listed: listed.includes(name),
      })),
      uncategorised,
    };
  },
});

export const suggestCategories = defineTool({
  name: 'suggest_categories',
  title: 'Suggested categories',
  description:
    "Transactions without a category, each with the one that the person's own rows suggest, and how many of the rows like it agree. Nothing is written.",
  input: z.strictObject({
    limit: described(z.optional(z.int().check(z.gte(1), z.lte(MOST_AT_ONCE))), 'Default: 50.'),
  }),
  output: z.object({
    uncategorised: z.int(),
    with_suggestion: z.int(),
    suggestions: described(
      z.array(
        z.object({
          transaction,
          category: z.string(),
          agreeing: described(z.int(), 'So many of the rows like it have the category …'),
          alike: described(z.int(), '… of so many.'),
        }),
      ),
      'The newest first.',
    ),
  }),
  writes: false,
  async run({ control, accountId }, { limit = 50 }) {
    const { uncategorised, count, rows } = await control.call('suggestion.list', { accountId });
    return {
      uncategorised,
      with_suggestion: count,
      suggestions: rows.slice(0, limit).map((row) => ({
        transaction: transactionOf(row),
        category: row.suggestion.category,
        agreeing: row.suggestion.agreeing,
        alike: row.suggestion.alike,
      })),
    };
  },
});
