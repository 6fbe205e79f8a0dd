import { expect, test } from 'vitest';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import { later, serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';

async function withDemo(): Promise<ServiceInUse> {
  const service = await serviceInUse();
  await service.client.call('connection.add', { accountId: service.accountId, kind: 'demo', settings: { seed: 7 } });
  expect((await service.sync()).status).toBe('succeeded');
  return service;
}

test('the details of a row include its connection, the run that added it, and the cells that the user changed', async () => {
  const service = await withDemo();
  const { client, accountId, person, rows } = service;
  const [run] = await client.call('run.list', { accountId });
  const [sheetRow] = await rows();
  const id = String(sheetRow?.['Transaction ID']);
  const before = await client.call('transaction.get', { accountId, id });
  expect(before?.transaction).toMatchObject({ id, row: 2, description: sheetRow?.['Description'] });
  expect(before?.origin).toMatchObject({
    connection: { name: 'Demo bank' },
    run: { id: run?.id, kind: 'sync' },
    changed: { description: null, amount: null, category: null },
  });
  await person.type('Transactions', 2, 1, 'Birthday present');
  later(service);
  const after = await client.call('transaction.get', { accountId, id });
  expect(after?.transaction.description).toBe('Birthday present');
  expect(after?.origin?.changed).toEqual({
    description: before?.transaction.description,
    amount: null,
    category: null,
  });
});

test('the details of a row list all matching rules in the order of the sheet, and the first one sets the category', async () => {
  const service = await withDemo();
  const { client, accountId, person } = service;
  const { rows } = await client.call('transaction.list', { accountId, limit: 1 });
  const [{ id, description, amount }] = rows as [(typeof rows)[number]];
  const word = description.split(' ')[0]?.toLowerCase() ?? '';
  await person.type('Rules', 2, 0, word);
  await person.type('Rules', 2, 1, 'First');
  await person.type('Rules', 3, 0, 'nothing that any bank sends');
  await person.type('Rules', 3, 1, 'Never');
  await person.type('Rules', 4, 0, '*');
  await person.type('Rules', 4, 1, 'Last');
  await person.type('Rules', 5, 0, word);
  await person.type('Rules', 5, 1, 'Too dear');
  await person.type('Rules', 5, 2, Number(amount) + 1);
  later(service);
  const details = await client.call('transaction.get', { accountId, id });
  expect(details?.rules.slice(0, 2).map(({ category }) => category)).toEqual(['First', 'Last']);
  expect(details?.rules.map(({ category }) => category)).not.toContain('Too dear');
});

test('the details of a typed row have no origin, and those of a deleted row state the deletion', async () => {
  const service = await withDemo();
  const { client, accountId, person } = service;
  const line = (await service.rows()).length + 2;
  await person.type('Transactions', line, 0, { date: '2026-02-03' as CalendarDate });
  await person.type('Transactions', line, 1, 'Found on the street');
  await person.type('Transactions', line, 2, 5);
  later(service);
  const { rows } = await client.call('transaction.list', { accountId, search: 'found on the street' });
  expect(await client.call('transaction.get', { accountId, id: rows[0]?.id ?? '' })).toMatchObject({
    transaction: { row: line, amount: '5.00' },
    origin: null,
  });
  expect(await client.call('transaction.get', { accountId, id: 'never-was-there' })).toBeNull();
});
