import { describe, expect, test } from 'vitest';
import type { TransactionView } from '../../contract/transaction-view.ts';
import type { Amount } from '../../core/amount.ts';
import { monthsUntil, summarize } from './summary.ts';

function row(day: string, amount: string, category = '', currency = 'EUR'): TransactionView {
  return {
    id: '',
    row: 2,
    day,
    dateText: day,
    description: '',
    amount,
    currency,
    category,
    account: '',
    bankAccountId: '',
    dateAdded: '',
  };
}

describe('a summary', () => {
  test('contains the exact income and spending of each month, also of months without rows', async () => {
    const rows = [
      row('2026-03-31', '-0.10'),
      row('2026-03-01', '-0.20'),
      row('2026-03-15', '1000.00'),
      row('2026-01-31', '-5.00'),
      row('2025-12-31', '-9.00'),
    ];
    expect((await summarize(rows, ['2026-01', '2026-02', '2026-03'])).currencies).toMatchObject([
      {
        currency: 'EUR',
        months: [
          { month: '2026-01', income: '0.00', spending: '-5.00', count: 1 },
          { month: '2026-02', income: '0.00', spending: '0.00', count: 0 },
          { month: '2026-03', income: '1000.00', spending: '-0.30', count: 3 },
        ],
      },
    ]);
  });

  test('lists the spending of each category, the largest first', async () => {
    const rows = [
      row('2026-03-01', '-1.00', 'Food'),
      row('2026-03-02', '-700.00', 'Rent'),
      row('2026-03-03', '-2.50', 'Food'),
      row('2026-03-04', '-1.00'),
    ];
    expect((await summarize(rows, ['2026-03'])).currencies[0]?.categories).toEqual([
      { category: 'Rent', amount: '-700.00', count: 1 },
      { category: 'Food', amount: '-3.50', count: 2 },
      { category: '', amount: '-1.00', count: 1 },
    ]);
  });

  test("states savings separately, and omits transfers between the user's accounts", async () => {
    const rows = [
      row('2026-02-02', '-200.00', 'Savings'),
      row('2026-03-02', '-200.00', 'savings: house'),
      row('2026-03-09', '50.00', 'Savings'),
      row('2026-03-10', '-600.00', 'Transfers'),
      row('2026-03-10', '600.00', 'Transfers'),
      row('2026-03-11', '-4.00', 'Food'),
    ];
    expect((await summarize(rows, ['2026-02', '2026-03'])).currencies).toEqual([
      {
        currency: 'EUR',
        months: [
          { month: '2026-02', income: '0.00', spending: '0.00', saved: '-200.00', count: 1 },
          { month: '2026-03', income: '0.00', spending: '-4.00', saved: '-150.00', count: 3 },
        ],
        categories: [{ category: 'Food', amount: '-4.00', count: 1 }],
        transfers: 2,
        budget: null,
      },
    ]);
  });

  test('states transfers separately, regardless of their category', async () => {
    const rows = [row('2026-03-10', '-600.00'), row('2026-03-11', '600.00'), row('2026-03-12', '-4.00')];
    expect((await summarize(rows, ['2026-03'], new Set(rows.slice(0, 2)))).currencies).toMatchObject([
      { months: [{ income: '0.00', spending: '-4.00', count: 1 }], transfers: 2 },
    ]);
  });

  test('has separate sums for each currency, and assigns rows without a currency to the most frequent one', async () => {
    const rows = [
      row('2026-03-01', '-1.00'),
      row('2026-03-01', '-1.00'),
      row('2026-03-01', '-3.00', '', 'USD'),
      row('2026-03-01', '-4.00', '', ''),
    ];
    const sums = (await summarize(rows, ['2026-03'])).currencies.map(({ currency, months }) => [
      currency,
      months[0]?.spending,
    ]);
    expect(sums).toEqual([
      ['EUR', '-6.00'],
      ['USD', '-3.00'],
    ]);
  });

  test('compares the spending of the last month in the most frequent currency with the budgets', async () => {
    const rows = [
      row('2026-02-27', '-90.00', 'Food'),
      row('2026-03-02', '-60.25', 'Food'),
      row('2026-03-03', '5.00', 'Food'),
      row('2026-03-04', '-30.00', 'Travel'),
      row('2026-02-28', '2000.00', 'Salary'),
      row('2026-03-05', '-1.00', 'Salary'),
      row('2026-03-06', '-200.00', 'Savings'),
      row('2026-03-07', '-8.00', 'Food', 'USD'),
    ];
    const budgets = ['Food', 'Clothing', 'Salary', 'Savings'].map((category) => {
      return { category, amount: '50.00' as Amount, month: null };
    });
    const { currencies } = await summarize(rows, ['2026-02', '2026-03'], new Set(), budgets);
    expect(currencies.map(({ currency, budget }) => [currency, budget])).toEqual([
      ['EUR', { amount: '100.00', spent: '60.25', over: [{ category: 'Food', amount: '10.25' }] }],
      ['USD', null],
    ]);
  });

  test('omits rows without an amount', async () => {
    expect((await summarize([row('2026-03-01', '')], ['2026-03'])).currencies).toEqual([]);
  });
});

test('monthsUntil returns the given number of months up to the current one, also across a new year', () => {
  expect(monthsUntil('2026-02-14', 4)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
});
