import { expect, test } from 'vitest';
import type { TransactionView } from '../../contract/transaction-view.ts';
import type { CalendarDate } from '../../core/calendar-date.ts';
import { recurringPayments } from './recurring-payments.ts';

function paid(description: string, category: string): { view: TransactionView; searched: string; ruleText: string }[] {
  return ['2026-03-02', '2026-02-02', '2026-01-02'].map((day, place) => ({
    view: {
      id: `${description} ${day}`,
      row: place + 2,
      day,
      dateText: day,
      description,
      amount: '-200.00',
      currency: 'EUR',
      category,
      account: 'daily',
      bankAccountId: 'daily',
      dateAdded: '',
    },
    searched: '',
    ruleText: '',
  }));
}

test('recurringPayments() marks transfers to savings, so that they do not count as costs', async () => {
  const rows = [...paid('To my pot', 'Savings: house'), ...paid('Linden Court', 'Rent')];
  const payments = await recurringPayments(rows, new Set(), '2026-03-10' as CalendarDate);
  expect(Object.fromEntries(payments.map(({ last, isSaving }) => [last.category, isSaving]))).toEqual({
    Rent: false,
    'Savings: house': true,
  });
});
