import * as z from 'zod/mini';
import { amount, defineTool, described, MOST_AT_ONCE } from '../tool.ts';
import { cursor, nextCursor, readCursor, writeCursor } from './pages.ts';

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
  writes: false,
  async run({ control, accountId }, { cursor: from }) {
    const review = await control.call('rule.review', { accountId });
    const total = review.rules.length;
    const offset = readCursor(from, total);
    const page = review.rules.slice(offset, offset + MOST_AT_ONCE);
    return {
      rules: page.map((rule, index) => ({
        place: offset + index + 1,
        description: rule.description,
        category: rule.category,
        min_amount: rule.minAmount,
        max_amount: rule.maxAmount,
        matches: rule.matches,
        decides: rule.decides,
        problem: rule.problem?.message ?? null,
      })),
      total,
      uncategorised: review.uncategorised,
      fillable: review.fillable,
      next_cursor: offset + page.length < total ? writeCursor(offset + page.length, total) : null,
    };
  },
});
