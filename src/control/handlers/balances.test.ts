import { expect, it } from 'vitest';
import { balanceTotals } from './balances.ts';

const at = (currency: string, amount: string | null) => ({
  currency,
  latest: amount === null ? null : { amount, day: '2026-03-08', at: null },
});

it('the totals are exact sums of the booked balances by currency, without accounts that have no booked balance', () => {
  const accounts = [at('USD', '-0.10'), at('EUR', '90071992547409.93'), at('EUR', '-0.30'), at('EUR', null)];
  expect(balanceTotals(accounts)).toEqual([
    { currency: 'EUR', amount: '90071992547409.63', accounts: 2 },
    { currency: 'USD', amount: '-0.10', accounts: 1 },
  ]);
});

it('the totals omit a currency without any booked balance', () => {
  expect(balanceTotals([at('EUR', null)])).toEqual([]);
});
