import * as z from 'zod/mini';
import { described } from '../../contract/described.ts';
import { amount, cursor, defineTool, PAGE_SIZE, nextCursor, readCursor, withSnakeCase, writeCursor } from '../tool.ts';
import { transaction, transactionOf } from './transactions.ts';

const MAXIMUM_CATEGORIES = 500;

export const categories = defineTool({
  name: 'categories',
  title: 'Categories',
  description: 'The categories of the spreadsheet, with their numbers of transactions.',
  input: z.strictObject({}),
  output: z.object({
    categories: z.array(
      z.object({
        name: z.string(),
        transactions: z.int(),
        is_listed: described(z.boolean(), 'True if the Categories sheet contains it.'),
      }),
    ),
    uncategorised: described(z.int(), 'Transactions without a category.'),
  }),
  async run({ control, accountId }) {
    const listed = await control.call('rule.categories', { accountId });
    const { categories: used, uncategorised } = await control.call('transaction.facets', { accountId });
    const counts = new Map(used.map(({ name, count }) => [name, count]));
    const names = [...new Set([...listed, ...counts.keys()])].slice(0, MAXIMUM_CATEGORIES);
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
    "Transactions without a category, each with the category that the user's similar rows suggest, and the number of similar rows that agree. Writes nothing.",
  input: z.strictObject({
    limit: described(z.optional(z.int().check(z.gte(1), z.lte(PAGE_SIZE))), 'Default: 50.'),
  }),
  output: z.object({
    uncategorised: z.int(),
    with_suggestion: z.int(),
    suggestions: described(
      z.array(
        z.object({
          transaction,
          category: z.string(),
          agreeing: described(z.int(), 'The number of similar rows with this category.'),
          alike: described(z.int(), 'The number of similar rows.'),
        }),
      ),
      'The newest first.',
    ),
  }),
  async run({ control, accountId }, { limit = 50 }) {
    const { uncategorised, count, rows } = await control.call('suggestion.list', { accountId });
    return {
      uncategorised,
      with_suggestion: count,
      suggestions: rows.slice(0, limit).map((row) => ({ ...row.suggestion, transaction: transactionOf(row) })),
    };
  },
});

export const rules = defineTool({
  name: 'rules',
  title: 'Rules',
  description:
    'The rules that categorize transactions, in order: the first matching rule decides. Each rule has the numbers of rows that it matches and decides, and the problem that prevents its use, if any.',
  input: z.strictObject({ cursor }),
  output: z.object({
    rules: z.array(
      z.object({
        place: described(z.int(), 'The position, from 1. The first matching rule decides.'),
        description: described(
          z.string(),
          'A part of the description. * matches any characters; /…/ is a regular expression.',
        ),
        category: z.string(),
        min_amount: z.nullable(amount),
        max_amount: z.nullable(amount),
        matches: z.int(),
        decides: described(z.int(), 'The number of rows that it matches and no earlier rule does.'),
        problem: described(z.nullable(z.string()), 'The reason why it can never match.'),
      }),
    ),
    total: z.int(),
    uncategorised: z.int(),
    fillable: described(z.int(), 'The number of rows without a category that the rules would categorize.'),
    next_cursor: nextCursor,
  }),
  async run({ control, accountId }, { cursor: from }) {
    const review = await control.call('rule.review', { accountId });
    const total = review.rules.length;
    const offset = readCursor(from, total);
    const page = review.rules.slice(offset, offset + PAGE_SIZE);
    return {
      rules: page.map((rule, index) => ({
        ...withSnakeCase(rule),
        place: offset + index + 1,
        problem: rule.problem?.message ?? null,
      })),
      total,
      uncategorised: review.uncategorised,
      fillable: review.fillable,
      next_cursor: offset + page.length < total ? writeCursor(offset + page.length, total) : null,
    };
  },
});
