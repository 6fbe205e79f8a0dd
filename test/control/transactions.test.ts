import { expect, test } from 'vitest';
import { serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';

async function withDemo(): Promise<ServiceInUse> {
  const service = await serviceInUse();
  await service.client.call('connection.add', { accountId: service.accountId, kind: 'demo', settings: { seed: 7 } });
  expect((await service.sync()).status).toBe('succeeded');
  return service;
}

test('transactions are listed newest first, in pages that together are all of them', async () => {
  const { client, accountId, rows } = await withDemo();
  const first = await client.call('transaction.list', { accountId, limit: 500 });
  const second = await client.call('transaction.list', { accountId, limit: 500, offset: 500 });
  const listed = [...first.rows, ...second.rows];
  expect(first.total).toBe((await rows()).length);
  expect(new Set(listed.map(({ id }) => id)).size).toBe(first.total);
  expect(listed.map(({ day }) => day)).toEqual(
    listed
      .map(({ day }) => day)
      .sort()
      .reverse(),
  );
  expect(second.version).toBe(first.version);
  for (const { account, currency } of listed)
    expect([account, currency]).toEqual([account, account.startsWith('Travel') ? 'USD' : 'EUR']);
});

test('a search finds words of the description and the amount, in any case, together with other filters', async () => {
  const { client, accountId } = await withDemo();
  const { rows } = await client.call('transaction.list', { accountId, limit: 500 });
  const [any] = rows;
  const words = `${any?.description.split(' ')[0]?.toUpperCase()} ${any?.amount}`;
  const found = await client.call('transaction.list', { accountId, search: words });
  expect(found.rows).toContainEqual(any);
  const narrow = await client.call('transaction.list', {
    accountId,
    search: words,
    from: any?.day,
    to: any?.day,
    bankAccountId: any?.bankAccountId,
  });
  expect(narrow.rows).toContainEqual(any);
  expect((await client.call('transaction.list', { accountId, search: 'no such words anywhere' })).total).toBe(0);
});

test('a person’s edit of the workbook shows in the list, the choices and the summary', async () => {
  const service = await withDemo();
  const { client, accountId, person, time } = service;
  const before = await client.call('transaction.facets', { accountId });
  expect(before.uncategorised).toBeGreaterThan(0);
  await person.type('Transactions', 2, 3, 'Holiday of a lifetime');
  time.pass(4000);
  const { categories, uncategorised } = await client.call('transaction.facets', { accountId });
  expect(categories).toContainEqual({ name: 'Holiday of a lifetime', count: 1 });
  expect(uncategorised).toBe(before.uncategorised - 1);
  expect((await client.call('transaction.list', { accountId, category: 'Holiday of a lifetime' })).total).toBe(1);
});

test('the summary covers the last twelve months and loses no cent', async () => {
  const { client, accountId } = await withDemo();
  const { currencies } = await client.call('transaction.summary', { accountId });
  const [euro] = currencies;
  expect(euro?.months).toHaveLength(12);
  const cents = (amount: string | undefined): number => Math.round(Number(amount) * 100);
  const spending = euro?.months.reduce((sum, { spending: month }) => sum + cents(month), 0);
  expect(euro?.categories.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(spending);
});
