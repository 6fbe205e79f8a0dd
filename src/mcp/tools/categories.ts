import * as z from 'zod/mini';
import { described } from '../../contract/described.ts';
import { amount, cursor, defineTool, PAGE_SIZE, nextCursor, readCursor, withSnakeCase, writeCursor } from '../tool.ts';
import { transaction, transactionOf } from './transactions.ts';

const MAXIMUM_CATEGORIES = 500;

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
    "Transactions without a category, each with the one that the person's own rows suggest, and how many of the rows like it agree. Nothing is written.",
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
          agreeing: described(z.int(), 'So many of the rows like it have the category …'),
          alike: described(z.int(), '… of so many.'),
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
    'The rules that give transactions their category, in their order: the first that matches decides. With how many rows each matches and decides, and what keeps one from being used.',
  input: z.strictObject({ cursor }),
  output: z.object({
    rules: z.array(
      z.object({
        place: described(z.int(), 'From 1; the first rule that matches decides.'),
        description: described(
          z.string(),
          'A piece of the description; * stands for any characters, /…/ is a regular expression.',
        ),
        category: z.string(),
        min_amount: z.nullable(amount),
        max_amount: z.nullable(amount),
        matches: z.int(),
        decides: described(z.int(), 'Of those that match: no rule above takes them.'),
        problem: described(z.nullable(z.string()), 'Why it can never match.'),
      }),
    ),
    total: z.int(),
    uncategorised: z.int(),
    fillable: described(z.int(), 'Rows without a category that the rules would give one.'),
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
