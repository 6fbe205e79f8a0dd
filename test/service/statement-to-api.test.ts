import { join } from 'node:path';
import { expect, test } from 'vitest';
import { later, serviceInUse } from '../support/service-in-use.ts';
import { transactionsOf } from '../support/transactions-of.ts';

const STATEMENT = join(import.meta.dirname, '../fixtures/statements/two-accounts-v1.qfx');

test('a statement file becomes rows of the workbook, and the API returns them with the fields of the specification', async () => {
  const service = await serviceInUse();
  const addedAt = new Date(service.time.now()).toISOString();
  expect(await service.import(STATEMENT)).toMatchObject({ status: 'succeeded', counts: { added: 5 } });

  const rows = await service.rows();
  expect(rows.map((row) => [row['Date'], row['Amount'], row['Description'], row['Account'], row['Category']])).toEqual([
    ['2026-01-12', -120, 'Check 1044', 'Checking ••6789', null],
    ['2026-01-15', -7.25, 'BREAD & BUTTER CO; LINDEN SQ CARD 4321', 'Checking ••6789', null],
    ['2026-01-31', 2500, 'PAPERMILL PRESS PAYROLL', 'Checking ••6789', null],
    ['2026-01-31', 0.42, 'Interest', 'Savings ••4321', null],
    ['2026-02-02', -31.4, 'THE TIN WHISTLE', 'Checking ••6789', null],
  ]);

  const { status, body } = await service.get('/api/v2/transactions?start_date=2026-01-15&end_date=2026-01-15');
  expect([status, body]).toEqual([
    200,
    {
      transactions: {
        [String(rows[1]?.['Transaction ID'])]: {
          row_index: 3,
          amount: '-7.25',
          date: '2026-01-15',
          date_added: addedAt,
          account_id: rows[1]?.['Account ID'],
          bank_account_identifier: 'Checking ••6789',
          sheet_description: 'BREAD & BUTTER CO; LINDEN SQ CARD 4321',
          category: '',
        },
      },
      count: 1,
      start_date: '2026-01-15',
      end_date: '2026-01-15',
    },
  ]);
  expect((await transactionsOf(service)).map(({ key }) => key)).toEqual(rows.map((row) => row['Transaction ID']));
});

test('importing the same file again changes neither the workbook nor the API’s answers', async () => {
  const service = await serviceInUse();
  await service.import(STATEMENT);
  const before = await service.get('/api/v2/transactions?start_date=2026-01-01');
  later(service);
  expect(await service.import(STATEMENT)).toMatchObject({ status: 'succeeded', counts: { added: 0 } });
  expect(await service.rows()).toHaveLength(5);
  const again = await service.get('/api/v2/transactions?start_date=2026-01-01', {
    'if-none-match': String(before.headers.etag),
  });
  expect(again.status).toBe(304);
});

test('rules of the workbook fill the categories of imported rows, and the API returns both lists', async () => {
  const service = await serviceInUse();
  for (const [column, value] of ['bread*', 'Groceries', -10, 0].entries())
    await service.person.type('Rules', 2, column, value);
  await service.import(STATEMENT);
  expect((await service.rows()).map((row) => row['Category'])).toEqual([null, 'Groceries', null, null, null]);
  later(service);
  expect((await transactionsOf(service)).map(({ category }) => category)).toEqual(['', 'Groceries', '', '', '']);
  expect((await service.get('/api/v2/rules')).body).toEqual({
    rules: [{ description: 'bread*', category: 'Groceries', minAmount: '-10.00', maxAmount: '0.00' }],
  });
  const names = (await service.rows('Categories')).map((row) => row['Category']);
  expect(names).toContain('Groceries');
  expect((await service.get('/api/v2/categories')).body).toEqual({ categories: names });
});

test('imported rows and tokens survive a restart', async () => {
  const service = await serviceInUse();
  await service.import(STATEMENT);
  const token = await service.token(['read']);
  const path = '/api/v2/transactions?start_date=2026-01-01&end_date=2026-12-31';
  const before = await service.call('GET', path, { token });
  const next = await service.restart();
  const after = await next.call('GET', path, { token });
  expect(after.body).toEqual(before.body);
  expect(after.headers.etag).toBe(before.headers.etag);
  expect(next.ca).toEqual(service.ca);
});
