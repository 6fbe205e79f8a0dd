import { afterAll, beforeAll, expect, test } from 'vitest';
import type { sheets_v4 } from '@googleapis/sheets';
import { USUAL_COLUMNS } from '../../src/core/row.ts';
import { COLUMN_HEADERS } from '../../src/workbooks/headers.ts';
import { createGoogleSpreadsheet } from '../../src/workbooks/google/new-spreadsheet.ts';
import { newWorkbookTexts } from '../support/new-workbook.ts';
import type { Amount } from '../../src/core/amount.ts';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import { rowValues } from '../support/xlsx-files.ts';
import { googleAccount, type GoogleAccount } from '../support/google-account.ts';

let account: GoogleAccount;
beforeAll(async () => {
  account = await googleAccount();
});
afterAll(() => account.close());

const OPTIONS = {
  texts: await newWorkbookTexts(),
  title: 'Our money',
  timeZone: 'Europe/Vienna',
  sleep: async () => undefined,
  rules: [{ description: 'coffee', category: 'Restaurants' }],
};
const CREATE = ['sheets.spreadsheets.create', 'sheets.spreadsheets.batchUpdate'];
const calls = () => account.fake.requests.filter(({ api }) => api === 'sheets').map(({ call }) => call);

test('a new spreadsheet is created by two calls, and is read without problems', async () => {
  account.fake.clearRequests();
  const { spreadsheetId, title } = await createGoogleSpreadsheet(account.api, OPTIONS);
  expect(calls()).toEqual(CREATE);
  expect(title).toBe('Our money');
  const snapshot = await account.open(spreadsheetId).workbook.read({ remembered: null });
  expect(snapshot).toMatchObject({ rows: [], problems: [], markers: [] });
  expect(snapshot.categories.toSorted()).toEqual(Object.values(OPTIONS.texts.categories).toSorted());
  expect(snapshot.rules).toEqual([{ index: 2, ...OPTIONS.rules[0], minAmount: null, maxAmount: null }]);
  expect(Object.keys(snapshot.layout.columns)).toEqual(USUAL_COLUMNS);
});

test('if the response to the creation is lost, the spreadsheet is found even beside another one with the same title', async () => {
  const titles = () => account.fake.titles().filter((title) => title === OPTIONS.title);
  const before = titles().length;
  account.fake.fail({ call: 'sheets.spreadsheets.create', how: 'reset' });
  await expect(createGoogleSpreadsheet(account.api, OPTIONS)).rejects.toMatchObject({
    code: 'workbook_making_uncertain',
    message: expect.stringContaining('“Our money” may be in your Google Drive'),
  });
  expect({ before: before > 0, made: titles().length - before }).toEqual({ before: true, made: 0 });
  account.fake.fail({ call: 'sheets.spreadsheets.create', how: 'reset', when: 'after' });
  const { spreadsheetId } = await createGoogleSpreadsheet(account.api, OPTIONS);
  expect(titles()).toHaveLength(before + 1);
  expect((await account.open(spreadsheetId).workbook.read({ remembered: null })).problems).toEqual([]);
});

test('a new spreadsheet has frozen headers, filters, widths, formats and dropdowns', async () => {
  const { spreadsheetId } = await createGoogleSpreadsheet(account.api, OPTIONS);
  const fields =
    'properties(timeZone),sheets(properties,basicFilter,developerMetadata(metadataValue),data(columnMetadata(pixelSize),rowData(values(formattedValue,userEnteredFormat,dataValidation))))';
  const { properties, sheets = [] } = await account.api.get(
    spreadsheetId,
    ['Transactions!A1:I1000', 'Categories!A1:B30', 'Rules!A1:H10'],
    fields,
  );
  expect(properties?.timeZone).toBe('Europe/Vienna');
  for (const sheet of sheets) {
    expect(sheet.properties).toMatchObject({
      gridProperties: { frozenRowCount: 1 },
      tabColorStyle: { rgbColor: expect.anything() },
    });
    expect(sheet.basicFilter).toBeDefined();
  }
  const [transactions, , rules] = sheets;
  const cells = (sheet: sheets_v4.Schema$Sheet | undefined, row: number) =>
    sheet?.data?.[0]?.rowData?.[row]?.values ?? [];
  expect(cells(transactions, 0).map(({ formattedValue }) => formattedValue)).toEqual(
    USUAL_COLUMNS.map((column) => COLUMN_HEADERS[column]),
  );
  expect(
    cells(transactions, 999).map(({ userEnteredFormat }) => userEnteredFormat?.numberFormat?.type ?? null),
  ).toEqual(['DATE', null, 'NUMBER', null, null, 'TEXT', 'TEXT', 'DATE_TIME', 'TEXT']);
  expect(cells(transactions, 999)[3]?.dataValidation).toMatchObject({
    condition: { type: 'ONE_OF_RANGE' },
    showCustomUi: true,
  });
  expect(cells(transactions, 999)[3]?.dataValidation?.strict ?? false).toBe(false);
  expect(transactions?.data?.[0]?.columnMetadata?.map(({ pixelSize }) => pixelSize)).toContain(340);
  expect(cells(rules, 0).map(({ formattedValue }) => formattedValue ?? null)).toEqual([
    'Description',
    'Category',
    'Min Amount',
    'Max Amount',
    'Account',
    'Rename to',
    null,
    'How rules work',
  ]);
});

test('if the formatting of a new spreadsheet fails, the first write adds the missing metadata', async () => {
  account.fake.fail({ call: 'sheets.spreadsheets.batchUpdate', how: { status: 503 } });
  const { workbook } = await account.create();
  const { layout, revision } = await workbook.read({ remembered: null });
  await workbook.apply({ runId: 'run-1', revision, appends: [], updates: [], removals: [] }, { layout });
  account.fake.clearRequests();
  expect(await workbook.read({ remembered: layout })).toMatchObject({ markers: ['run-1'] });
  expect(account.fake.requests.map(({ call }) => call)).toEqual([
    'drive.files.get',
    'sheets.spreadsheets.getByDataFilter',
  ]);
});

test('the overview of a German spreadsheet shows the right sums, and has three charts', async () => {
  const texts = await newWorkbookTexts('de');
  const { workbook, spreadsheetId } = await account.create({ texts });
  const { layout, revision } = await workbook.read({ remembered: null });
  const row = (date: string, amount: string, category: string, currency = 'EUR') =>
    rowValues({ transactionId: `${date} ${amount}`, date, amount, category, currency });
  const appends = [
    row('2026-01-31', '2000.00', 'Gehalt'),
    row('2026-02-03', '-12.30', 'Lebensmittel'),
    row('2026-02-04', '-0.10', 'Lebensmittel', ''),
    row('2026-02-05', '-300.00', 'Sparen'),
    row('2026-02-06', '-7.00', 'Lebensmittel', 'USD'),
    row('2026-02-28', '-99.99', ''),
  ];
  const balances = {
    appends: (['2026-01-30', '2026-02-27'] as const).map((date, index) => ({
      date: date as CalendarDate,
      account: 'Giro',
      accountId: 'g-1',
      amount: `${index + 1}00.00` as Amount,
      currency: 'EUR',
    })),
    removals: [],
  };
  await workbook.apply({ runId: 'run-1', revision, appends, updates: [], removals: [], balances }, { layout });
  const { properties, sheets: [sheet] = [] } = await account.api.get(
    spreadsheetId,
    ['Übersicht!B10:F40'],
    'properties(locale),sheets(charts,data(rowData(values(effectiveValue))))',
  );
  expect(properties?.locale).toBe('de_DE');
  const lines = (sheet?.data?.[0]?.rowData ?? []).map(({ values = [] }) =>
    values.map(({ effectiveValue: value }) => value?.numberValue ?? value?.stringValue ?? ''),
  );
  expect(lines.slice(10, 12).map((line) => line.slice(1))).toEqual([
    [2000, 0, 2000, 100],
    [0, 112.39, -112.39, 200],
  ]);
  expect(lines[9]?.slice(1)).toEqual(['', '', '', '']);
  expect(lines.slice(18, 21).map(([name, spent]) => [name, spent])).toEqual([
    ['Ohne Kategorie', 99.99],
    ['Lebensmittel', 12.4],
    ['', ''],
  ]);
  expect(sheet?.charts?.map(({ spec }) => [spec?.title, spec?.basicChart?.chartType])).toEqual([
    ['Einnahmen und Ausgaben', 'COMBO'],
    ['Ausgaben nach Kategorie', 'BAR'],
    ['Vermögen', 'COLUMN'],
  ]);
});
