import * as z from 'zod/mini';
import type { TransactionOrder } from '../../contract/control/transactions.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { asOf, defineTool, described, MOST_AT_ONCE } from '../tool.ts';
import { chosen, filterOf } from './choose.ts';
import { cursor, nextCursor, offsetIn, readCursor, writeCursor } from './pages.ts';
import { sum, sumOf } from './sums.ts';
import { transaction, transactionOf } from './transaction.ts';

const USUAL = 50;

const ORDERS: Readonly<Record<string, TransactionOrder>> = {
  newest: { by: 'date', isDescending: true },
  oldest: { by: 'date', isDescending: false },
  most_spent: { by: 'amount', isDescending: false },
  most_received: { by: 'amount', isDescending: true },
};

export const findTransactions = defineTool({
  name: 'find_transactions',
  title: 'Find transactions',
  description:
    'Transactions of the spreadsheet, by words, category, bank account and days, with the sums of all that match: spending and income exclude transfers between own accounts. At most 200 at once; use next_cursor for more.',
  input: z.strictObject({
    ...chosen,
    order: described(z.optional(z.enum(['newest', 'oldest', 'most_spent', 'most_received'])), 'Default: newest.'),
    limit: described(z.optional(z.int().check(z.gte(1), z.lte(MOST_AT_ONCE))), 'Default: 50.'),
    cursor,
  }),
  output: z.object({
    transactions: z.array(transaction),
    total: described(z.int(), 'How many match in all.'),
    sums: described(z.array(sum), 'Of all that match, not of this page.'),
    next_cursor: nextCursor,
    as_of: asOf,
  }),
  writes: false,
  async run(call, { order = 'newest', limit = USUAL, cursor: from, ...wanted }) {
    const offset = from === undefined ? 0 : offsetIn(from);
    if (offset === null) throw new PennyrowError(problem('agent_cursor', {}));
    const page = await call.control.call('transaction.list', {
      ...(await filterOf(call, wanted)),
      ...(ORDERS[order] === undefined ? {} : { order: ORDERS[order] }),
      offset,
      limit,
    });
    const state = `${page.version}.${page.total}`;
    readCursor(from, state);
    const next = offset + page.rows.length;
    return {
      transactions: page.rows.map(transactionOf),
      total: page.total,
      sums: page.sums.map(sumOf),
      next_cursor: next < page.total ? writeCursor(next, state) : null,
      as_of: page.asOf,
    };
  },
});
