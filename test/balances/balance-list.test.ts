import { expect, test } from 'vitest';
import { noon } from '../fakes/simplefin/bank.ts';
import { home } from '../simplefin/home.ts';

test('a run stores the bank’s balances, and the next run confirms that the rows match them', async () => {
  const { service, server } = await home();
  const { client, accountId } = service;
  await service.sync();
  const first = await client.call('balance.list', { accountId });
  expect(first.balances.map(({ name, currency, latest, proof }) => [name, currency, latest, proof.state])).toEqual([
    ['Card ••8830', 'USD', { amount: '1136.50', day: '2026-03-10', at: '2026-03-10T09:00:00.000Z' }, 'unproven'],
    ['Everyday ••4321', 'EUR', { amount: '4064.37', day: '2026-03-10', at: '2026-03-10T09:00:00.000Z' }, 'unproven'],
    ['Savings', 'EUR', { amount: '1434.50', day: '2026-03-10', at: '2026-03-10T09:00:00.000Z' }, 'unproven'],
  ]);
  server.bank.accounts[0]?.transactions.push({
    id: 'T-9',
    posted: noon('2026-03-11'),
    amount: '-20.00',
    description: 'BOOKS',
  });
  service.time.passUntil(Date.parse('2026-03-12T09:00:00Z'));
  await service.sync();
  const { balances } = await client.call('balance.list', { accountId });
  expect(balances.map(({ proof }) => proof.state)).toEqual(['proven', 'proven', 'proven']);
  expect(balances[1]).toMatchObject({
    latest: { amount: '4044.37', day: '2026-03-12' },
    proof: { from: '2026-03-11', until: '2026-03-12', code: 'balance_proven', unsettled: null },
    connections: [{ source: 'simplefin' }],
    trend: [
      { day: '2026-02-20', amount: '1222.00' },
      { day: '2026-03-02', amount: '4068.17' },
      { day: '2026-03-09', amount: '4064.37' },
      { day: '2026-03-10', amount: '4064.37' },
      { day: '2026-03-11', amount: '4044.37' },
      { day: '2026-03-12', amount: '4044.37' },
    ],
  });
});
