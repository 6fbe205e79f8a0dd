import { expect, it } from 'vitest';
import { day, money } from '../../../test/support/sheet-in-hand.ts';
import { reconcile } from './reconcile.ts';

it('equal balances and no rows are proven', () => {
  const balance = { kind: 'closing', amount: money('5'), currency: 'EUR', at: null } as const;
  const balances = ['2026-01-01', '2026-01-31'].map((date) => ({ ...balance, date: day(date) }));
  expect(reconcile({ currency: 'EUR', balances, rows: [] })).toMatchObject({
    status: 'proven',
    from: '2026-01-02',
    until: '2026-01-31',
  });
});
