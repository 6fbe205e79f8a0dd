import * as z from 'zod/mini';
import type { TransactionView } from '../../contract/transaction-view.ts';
import { amount, day, described } from '../tool.ts';

export const transaction = z.object({
  id: z.string(),
  row: described(z.int(), 'Row of the Transactions sheet, when it was read.'),
  date: day,
  amount: described(z.nullable(amount), 'Null where the cell holds no number.'),
  currency: z.nullable(z.string()),
  description: z.string(),
  category: described(z.string(), 'Empty for none.'),
  account: z.string(),
  account_id: z.string(),
});

export function transactionOf(view: TransactionView): z.infer<typeof transaction> {
  return {
    id: view.id,
    row: view.row,
    date: view.day,
    amount: view.amount === '' ? null : view.amount,
    currency: view.currency === '' ? null : view.currency,
    description: view.description,
    category: view.category,
    account: view.account,
    account_id: view.bankAccountId,
  };
}
