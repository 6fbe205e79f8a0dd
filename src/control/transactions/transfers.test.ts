import { expect, test } from 'vitest';
import type { TransactionView } from '../../contract/transaction-view.ts';
import { findTransfers, sumsOf } from './transfers.ts';

function row(bankAccountId: string, amount: string, category = '', description = 'Umbuchung'): TransactionView {
  return {
    id: '',
    row: 2,
    day: '2026-03-10',
    dateText: '2026-03-10',
    description,
    amount,
    currency: 'EUR',
    category,
    account: bankAccountId,
    bankAccountId,
    dateAdded: '',
  };
}

const searchable = (views: readonly TransactionView[]) => views.map((view) => ({ view, searched: '', ruleText: '' }));

test('transfers are rows with opposite amounts and rows with a transfer category, but not savings', () => {
  const rows = [
    row('daily', '-50.00'),
    row('pot', '50.00'),
    row('daily', '-70.00', 'Transfers', 'To my other bank'),
    row('daily', '-200.00', 'Savings'),
    row('pot', '200.00'),
    row('daily', '-4.00', 'Food', 'Bakery'),
    row('daily', '', '', 'no amount'),
  ];
  expect([...findTransfers(searchable(rows))]).toEqual([rows[2], rows[0], rows[1], rows[4]]);
});

test('the sums of income and spending omit transfers, which have a separate sum', async () => {
  const rows = searchable([row('daily', '-50.00'), row('pot', '50.00'), row('daily', '-4.00', 'Food', 'Bakery')]);
  expect(await sumsOf(rows, findTransfers(rows))).toEqual([
    {
      currency: 'EUR',
      income: '0.00',
      spending: '-4.00',
      count: 3,
      transfers: { in: '50.00', out: '-50.00', count: 2 },
    },
  ]);
});
