import * as z from 'zod/mini';
import type { CurrencySum } from '../../contract/control/transactions.ts';
import { addAmounts, type Amount } from '../../core/amount.ts';
import { amount, described } from '../tool.ts';

/** What came in and went out, in one currency. */
export const sum = z.object({
  currency: z.string(),
  income: amount,
  spending: amount,
  net: described(amount, 'Income and spending together: what a category cost, less what was paid back.'),
  transfers_in: described(amount, 'Between own accounts: neither income nor spending.'),
  transfers_out: amount,
  transactions: z.int(),
});

export function sumOf({ currency, income, spending, count, transfers }: CurrencySum): z.infer<typeof sum> {
  return {
    currency,
    income,
    spending,
    net: addAmounts(income as Amount, spending as Amount),
    transfers_in: transfers.in,
    transfers_out: transfers.out,
    transactions: count,
  };
}
