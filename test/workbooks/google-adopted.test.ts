import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SHEET, transaction, valuesOf } from '../contracts/workbook-session.ts';
import type { SpreadsheetSpec } from '../fakes/google/spreadsheet-spec.ts';
import { googleAccount, sessionOf, type GoogleAccount, type OpenSpreadsheet } from '../support/google-account.ts';

const HEADERS = [
  'Date',
  'Description',
  'Amount',
  'Category',
  'Account',
  'Account ID',
  'Transaction ID',
  'Date Added',
  'Currency',
];
const PEOPLES_OWN: Record<string, SpreadsheetSpec> = {
  bare: { sheets: [{ title: SHEET, rows: [HEADERS] }] },
  titled: {
    sheets: [
      { title: 'Notes' },
      { title: SHEET, rows: [['My money'], [], HEADERS, [{ date: '2025-12-31' }, 'Rent', -900]] },
      { title: 'Categories', rows: [['Category'], ['Home']] },
    ],
  },
  small: {
    sheets: [
      { title: SHEET, rows: [HEADERS], rowCount: 1, columnCount: 9 },
      { title: 'Categories', rowCount: 1 },
      { title: 'Rules', rowCount: 1 },
    ],
  },
  large: {
    sheets: [
      { title: SHEET, rows: [HEADERS], columnCount: 9 },
      { title: 'Archive', rowCount: 9_990_000, columnCount: 1 },
    ],
  },
  full: { sheets: [{ title: SHEET, rows: [HEADERS], rowCount: 1_111_111, columnCount: 9 }] },
  headless: { sheets: [{ title: SHEET, rows: [['What', 'When']] }] },
  empty: { sheets: [{ title: 'Sheet1' }] },
};

let account: GoogleAccount & { readonly ids: readonly string[] };
beforeAll(async () => {
  account = await googleAccount(Object.values(PEOPLES_OWN));
}, 60_000);
afterAll(() => account.close());

const open = (name: keyof typeof PEOPLES_OWN): OpenSpreadsheet =>
  account.open(account.ids[Object.keys(PEOPLES_OWN).indexOf(name)] ?? '');

describe('an existing spreadsheet', () => {
  test('without a Categories and a Rules sheet gets rows with formatted dates', async () => {
    const session = sessionOf(open('bare'));
    const { problems } = await session.read();
    expect(problems.map(({ sheet, code }) => [sheet, code])).toEqual([
      ['categories', 'sheet_missing'],
      ['rules', 'sheet_missing'],
    ]);
    await session.append(transaction(1));
    await session.append(transaction(2));
    expect((await session.read()).rows.map(({ dateText }) => dateText)).toEqual(['2026-01-01', '2026-01-02']);
    expect((await open('bare').hand.shown(SHEET))[1]?.[7]).toBe('2026-02-01 08:15:01');
  });

  test('with a title above the header keeps the title and its row, and gets a row below the last one', async () => {
    const session = sessionOf(open('titled'));
    await session.append(transaction(1));
    const { rows, categories } = await session.read();
    expect(rows.map(({ index, description }) => [index, description])).toEqual([
      [4, 'Rent'],
      [5, 'Corner shop 1'],
    ]);
    expect(categories).toEqual(['Home']);
  });

  test('gets a larger grid if more rows are added than fit into the grid', async () => {
    const session = sessionOf(open('small'));
    const rows = Array.from({ length: 25 }, (_, index) => transaction(index + 1));
    await session.append(...rows);
    await session.append(transaction(26));
    expect((await session.read()).rows.map(valuesOf)).toEqual([...rows, transaction(26)]);
  });

  test.each([
    ['headless', 'workbook_column_lost'],
    ['empty', 'workbook_sheet_missing'],
  ] as const)('is rejected if its columns are missing (%s)', async (name, code) => {
    await expect(sessionOf(open(name)).read()).rejects.toMatchObject({ code });
  });
});

describe('the limit of ten million cells', () => {
  test('is reported when nine tenths of it are used, even by sheets that Pennyrow does not read', async () => {
    const session = sessionOf(open('large'));
    const { problems } = await session.read();
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'workbook_cells', message: expect.stringContaining('9,999,000') }),
    );
    await session.append(...Array.from({ length: 28 }, (_, index) => transaction(index + 1)));
    const many = Array.from({ length: 28 * 4 }, (_, index) =>
      transaction((index % 28) + 1, { transactionId: `more-${index}` }),
    );
    await expect(session.apply({ runId: 'run-2', appends: many })).rejects.toMatchObject({ code: 'workbook_cells' });
    expect((await session.read()).rows).toHaveLength(28);
  });

  test('is not exceeded by a write, and nothing is written', async () => {
    const session = sessionOf(open('full'));
    await expect(session.append(transaction(1))).rejects.toMatchObject({ code: 'workbook_cells' });
    expect(await session.read()).toMatchObject({ rows: [], markers: [] });
  }, 60_000);
});

test('a protected sheet is reported, and a write to it is rejected', async () => {
  const owner = open('bare');
  await owner.hand.protect(SHEET, { editors: [] });
  const service = account.fake.addServiceAccount();
  await owner.hand.share(service.email);
  const { createGoogleApi } = await import('../../src/workbooks/google/api/create-google-api.ts');
  const { createQuota } = await import('../../src/workbooks/google/api/quota.ts');
  const { endpointsAt } = await import('../../src/workbooks/google/api/environment.ts');
  const sleep = async () => undefined;
  const options = {
    accountId: 'server',
    endpoints: endpointsAt(account.fake.root),
    quota: createQuota({ clock: account.clock, sleep }),
    sleep,
    onGrantLost: () => undefined,
  };
  const api = createGoogleApi({ ...options, grant: async () => ({ kind: 'service-account', ...service }) });
  const session = sessionOf(account.open(owner.spreadsheetId, api));
  expect((await session.read()).problems).toContainEqual(
    expect.objectContaining({ code: 'workbook_protected', sheet: 'transactions' }),
  );
  await expect(session.append(transaction(9))).rejects.toMatchObject({ code: 'workbook_protected' });
});
