import * as z from 'zod/mini';
import { asOf, defineTool, described } from '../tool.ts';
import { chosen, filterOf } from './choose.ts';
import { sum, sumOf } from './sums.ts';

/** Far more than anyone has; a sheet in which each row has a category of its own must not fill an agent's context. */
const MOST_GROUPS = 300;

export const summarise = defineTool({
  name: 'summarise',
  title: 'Summarise spending and income',
  description:
    'Spending and income by month, category or bank account, in each currency, of all transactions or those that a filter names. Exact, and without transfers between own accounts. Answers "what did I spend on groceries in October?" with category, from and to.',
  input: z.strictObject({ by: z.enum(['month', 'category', 'account']), ...chosen }),
  output: z.object({
    groups: z.array(
      z.object({
        key: described(z.string(), 'The month as YYYY-MM, the category (empty for none), or the account_id.'),
        name: z.string(),
        sums: z.array(sum),
      }),
    ),
    total: described(z.array(sum), 'Of all groups together.'),
    left_out: described(z.int(), 'Groups beyond the first 300; total has them as well.'),
    as_of: asOf,
  }),
  writes: false,
  async run(call, { by, ...wanted }) {
    const filter = await filterOf(call, wanted);
    const { groups, sums, asOf } = await call.control.call('transaction.groups', { ...filter, by });
    return {
      groups: groups
        .slice(0, MOST_GROUPS)
        .map(({ key, name, sums: ofGroup }) => ({ key, name, sums: ofGroup.map(sumOf) })),
      total: sums.map(sumOf),
      left_out: Math.max(0, groups.length - MOST_GROUPS),
      as_of: asOf,
    };
  },
});
