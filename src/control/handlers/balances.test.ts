import { expect, it } from 'vitest';
import { balanceTotals } from './balances.ts';

const at = (currency: string, amount: string | null) => ({
  currency,
  latest: amount === null ? null : { amount, day: '2026-03-08', at: null },
});

it('the totals add up booked balances to the cent by currency, and leave out accounts without one', () => {
  const accounts = [at('USD', '-0.10'), at('EUR', '90071992547409.93'), at('EUR', '-0.30'), at('EUR', null)];
  expect(balanceTotals(accounts)).toEqual([
    { currency: 'EUR', amount: '90071992547409.63', accounts: 2 },
    { currency: 'USD', amount: '-0.10', accounts: 1 },
  ]);
});

it('a currency without a booked balance has no total', () => {
  expect(balanceTotals([at('EUR', null)])).toEqual([]);
});
