import { describe, expect, it } from 'vitest';
import type { Amount } from './amount.ts';
import { budgetUse, type Budget } from './budget.ts';

function budget(category: string, amount: string, month: string | null = null): Budget {
  return { category, amount: amount as Amount, month };
}

function use(budgets: readonly Budget[], spent: Readonly<Record<string, string | null>> = {}) {
  return budgetUse(budgets, '2026-03', (category) => {
    const sum = spent[category];
    return sum === null ? null : ((sum ?? '0.00') as Amount);
  });
}

describe('budgetUse', () => {
  it('adds up the budgets and the spending of their categories, and names the largest excess first', () => {
    const budgets = [
      budget('Rent', '700.00'),
      budget('Food', '100.10'),
      budget('Fun', '20.00'),
      budget('Gifts', '5.00'),
    ];
    expect(use(budgets, { Rent: '-700.00', Food: '-100.11', Fun: '-25.00', Travel: '-99.00' })).toEqual({
      amount: '825.10',
      spent: '825.11',
      over: [
        { category: 'Fun', amount: '5.00' },
        { category: 'Food', amount: '0.01' },
      ],
    });
  });

  it('prefers the amount for the month to the amount for every month, and ignores other months', () => {
    const budgets = [
      budget('Food', '300.00', '2026-03'),
      budget('Food', '100.00'),
      budget('Food', '1.00', '2026-04'),
      budget('Fun', '0.00', '2026-03'),
      budget('Fun', '20.00'),
    ];
    expect(use(budgets)).toMatchObject({ amount: '300.00', over: [] });
  });

  it('is null without a budget for the month', () => {
    const budgets = [
      budget('Food', '0.00'),
      budget('Gifts', '0'),
      budget('Fun', '5.00', '2026-02'),
      budget('Salary', '9.00'),
    ];
    expect(use(budgets, { Food: '-3.00', Gifts: '-4.00', Salary: null })).toBeNull();
  });
});
