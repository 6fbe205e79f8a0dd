import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import { COLUMN } from '../contracts/workbook-session.ts';
import { later, serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';
import { transactionsOf } from '../support/transactions-of.ts';

const STATEMENT = join(import.meta.dirname, '../fixtures/statements/two-accounts-v1.qfx');
const SHEET = 'Transactions';
const ALL = '/api/v2/transactions?start_date=2026-01-01&end_date=2026-12-31';

describe('the API after a user’s change in the workbook', () => {
  let service: ServiceInUse;
  beforeEach(async () => {
    service = await serviceInUse();
    await service.import(STATEMENT);
  });

  test('returns a changed category within seconds, with a new ETag, after a 304 for the old state', async () => {
    const { headers } = await service.get(ALL);
    const conditionalHeaders = { 'if-none-match': String(headers.etag) };
    later(service);
    const same = await service.get(ALL, conditionalHeaders);
    expect([same.status, same.text]).toEqual([304, '']);
    expect(same.headers['pennyrow-as-of']).toBe(new Date(service.time.now()).toISOString());

    await service.person.type(SHEET, 3, COLUMN.category, 'Groceries');
    later(service);
    const changed = await service.get(ALL, conditionalHeaders);
    expect(changed.status).toBe(200);
    expect(changed.headers['pennyrow-as-of']).toBe(new Date(service.time.now()).toISOString());
    expect((await transactionsOf(service)).map(({ category }) => category)).toEqual(['', 'Groceries', '', '', '']);
  });

  test('returns an added row with a unique key and the time when it was first seen', async () => {
    const seen = new Date(service.time.now() + 3000).toISOString();
    await service.person.type(SHEET, 7, COLUMN.date, { date: '2026-02-03' as CalendarDate });
    await service.person.type(SHEET, 7, COLUMN.description, 'Flea market');
    await service.person.type(SHEET, 7, COLUMN.amount, -12.5);
    later(service);
    const typed = (await transactionsOf(service)).at(-1);
    expect(typed).toEqual({
      key: expect.stringMatching(/^typed-/),
      row_index: 7,
      amount: '-12.50',
      date: '2026-02-03',
      date_added: seen,
      account_id: null,
      bank_account_identifier: '',
      sheet_description: 'Flea market',
      category: '',
    });
    // The typed row keeps its key and its time when the next import adds rows below it.
    later(service);
    await service.import(join(import.meta.dirname, '../fixtures/statements/card-v2.ofx'));
    expect((await transactionsOf(service)).find(({ key }) => key === typed?.key)).toEqual(typed);
  });

  test('returns all values after the user moved and renamed a column, and the next import uses that column', async () => {
    const before = await transactionsOf(service);
    await service.person.moveColumn(SHEET, COLUMN.description, COLUMN.category);
    await service.person.type(SHEET, 1, COLUMN.category, 'What it was');
    later(service);
    expect(await transactionsOf(service)).toEqual(before);
    const run = await service.import(join(import.meta.dirname, '../fixtures/statements/card-v2.ofx'));
    expect(run).toMatchObject({ status: 'succeeded' });
    const rows = await service.rows();
    expect(rows).toHaveLength(before.length + run.counts.added);
    expect(rows.every((row) => typeof row['What it was'] === 'string' && typeof row['Amount'] === 'number')).toBe(true);
    expect((await transactionsOf(service)).length).toBe(rows.length);
  });

  test('returns the same transactions with the same keys after the user sorted the rows, with other row numbers', async () => {
    const before = await transactionsOf(service);
    await service.person.reverseRows(SHEET, 2, 6);
    later(service);
    const after = await transactionsOf(service);
    expect(after.map(({ date }) => date)).toEqual(before.map(({ date }) => date));
    const byKey = (some: typeof before) => new Map(some.map(({ key, row_index: _row, ...fields }) => [key, fields]));
    expect(byKey(after)).toEqual(byKey(before));
    // Two transactions of one day have the order of the sheet, which the sort reversed.
    expect(after.map(({ row_index: row }) => row)).toEqual([6, 5, 3, 4, 2]);
    expect(await service.import(STATEMENT)).toMatchObject({ status: 'succeeded', counts: { added: 0 } });
  });

  test('omits a row that the user deleted, and no import restores it', async () => {
    const before = await transactionsOf(service);
    await service.person.deleteRow(SHEET, 3);
    later(service);
    const without = before.filter((_, index) => index !== 1).map(({ key }) => key);
    expect((await transactionsOf(service)).map(({ key }) => key)).toEqual(without);
    expect(await service.import(STATEMENT)).toMatchObject({ counts: { added: 0, deleted: 1 } });
    later(service);
    expect((await transactionsOf(service)).map(({ key }) => key)).toEqual(without);
  });
});

test('amounts are plain decimals with at least two places, for any number format of the cells', async () => {
  const service = await serviceInUse();
  const typed = [12, -0.5, 0.1 + 0.2, 1234567.891, -0.0000001, 1e15, 0];
  for (const [index, amount] of typed.entries()) {
    await service.person.type(SHEET, 2 + index, COLUMN.date, { date: '2026-02-03' as CalendarDate });
    await service.person.type(SHEET, 2 + index, COLUMN.amount, amount);
  }
  later(service);
  const amounts = (await transactionsOf(service)).map(({ amount }) => amount);
  expect(amounts).toEqual(['12.00', '-0.50', '0.30', '1234567.891', '-0.0000001', '1000000000000000.00', '0.00']);
});

test('lines that the API cannot return are listed for the user: an invalid date or amount, and an incomplete rule', async () => {
  const service = await serviceInUse();
  await service.import(STATEMENT);
  await service.person.type(SHEET, 2, COLUMN.date, 'some day');
  await service.person.type(SHEET, 3, COLUMN.amount, 'a lot');
  await service.person.type('Rules', 2, 0, 'bread');
  later(service);
  expect(
    (await transactionsOf(service, 'start_date=0001-01-01&end_date=9999-12-31')).map(({ row_index: row, amount }) => [
      row,
      amount,
    ]),
  ).toEqual([
    [3, ''],
    [4, '2500.00'],
    [5, '0.42'],
    [6, '-31.40'],
  ]);
  expect((await service.get('/api/v2/rules')).body).toEqual({ rules: [] });
  const workbook = await service.client.call('workbook.get', { accountId: service.accountId });
  expect(workbook?.notes).toMatchObject([
    { sheet: 'transactions', row: 2, code: 'row_date_unreadable', message: expect.stringContaining('"some day"') },
    { sheet: 'transactions', row: 3, code: 'row_amount_unreadable', message: expect.stringContaining('"a lot"') },
    { sheet: 'rules', row: 2, code: 'rule_incomplete', message: expect.stringContaining('category') },
  ]);
});

test('the workbook is not checked again within a short time, so that a polling script causes no load', async () => {
  const service = await serviceInUse();
  await service.import(STATEMENT);
  later(service);
  const { headers } = await service.get(ALL);
  await service.person.type(SHEET, 3, COLUMN.category, 'Groceries');
  expect((await service.get(ALL, { 'if-none-match': String(headers.etag) })).status).toBe(304);
  later(service);
  expect((await service.get(ALL, { 'if-none-match': String(headers.etag) })).status).toBe(200);
});
