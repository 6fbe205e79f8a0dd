import { describe, expect, test } from 'vitest';
import { sheetData, smallPackage, workbookParts } from '../../../../test/support/small-xlsx.ts';
import type { Layout } from '../../../core/snapshot.ts';
import { readSnapshot } from './snapshot-reader.ts';

type Cells = Parameters<typeof sheetData>[0];

const HEADER = ['Date', 'Description', 'Amount', 'Transaction ID', 'Category'];
const ROWS: Cells = [
  ['2026-01-01', 'Rent', -900, 'id-1', 'Home'],
  ['2026-01-02', 'Bakery', -4.5, 'id-2', 'Food'],
  ['2026-01-03', 'Salary', 2000, 'id-3', 'Income'],
];

async function read(
  rows: Cells,
  remembered: Layout | null = null,
  after = '',
  sheet = 'Transactions',
): ReturnType<typeof readSnapshot> {
  await using pkg = await smallPackage(workbookParts({ [sheet]: sheetData(rows) + after }));
  return await readSnapshot(pkg, remembered);
}

const formula = (value: string, text = 'X1') => ({ xml: `t="str"><f>${text}</f><v>${value}</v>` });

describe('the header', () => {
  test('is found below a title, in any case and order', async () => {
    const { located } = await read([
      ['My money 2026'],
      [],
      ['AMOUNT', ' transaction  id', 'date', 'Description'],
      ...ROWS,
    ]);
    expect(located).toMatchObject({ headerRow: 3, columns: { amount: 0, transactionId: 1, date: 2, description: 3 } });
  });

  test("is recognized in Tiller's layout", async () => {
    const tiller = [
      '',
      'Date',
      'Description',
      'Category',
      'Amount',
      'Account',
      'Account #',
      'Institution',
      'Month',
      'Week',
      'Transaction ID',
      'Account ID',
      'Check Number',
      'Full Description',
      'Date Added',
    ];
    const { located } = await read([tiller]);
    expect(located.columns).toEqual({
      date: 1,
      description: 2,
      category: 3,
      amount: 4,
      account: 5,
      accountNumber: 6,
      institution: 7,
      month: 8,
      week: 9,
      transactionId: 10,
      accountId: 11,
      checkNumber: 12,
      fullDescription: 13,
      dateAdded: 14,
    });
  });

  test('names a missing column in the error', async () => {
    await expect(read([['Date', 'Description', 'Amount']])).rejects.toMatchObject({
      code: 'workbook_column_lost',
      message: expect.stringContaining('"Transaction ID"'),
    });
  });

  test('names both cells in the error if a column appears twice', async () => {
    await expect(read([['Date', ...HEADER.slice(1), 'date']])).rejects.toMatchObject({
      code: 'workbook_ambiguous_column',
      message: expect.stringMatching(/A1.*F1/),
    });
  });

  test('is not searched if the Transactions sheet is missing, and the error names the sheet', async () => {
    await expect(read([HEADER], null, '', 'Sheet1')).rejects.toMatchObject({
      code: 'workbook_sheet_missing',
      message: expect.stringContaining('Transactions'),
    });
  });
});

describe('a column whose header has changed', () => {
  const renamed = (header: readonly string[]) => HEADER.map((name, index) => header[index] ?? name);

  test('is recognized at its position by its content', async () => {
    const { snapshot } = await read([HEADER, ...ROWS]);
    const again = await read(
      [renamed(['Buchungstag', 'Text', 'Betrag', 'Referenz', 'Kategorie']), ...ROWS],
      snapshot.layout,
    );
    expect(again.located.columns).toEqual({ date: 0, description: 1, amount: 2, transactionId: 3, category: 4 });
    expect(again.snapshot.layout.columns.amount?.header).toBe('Betrag');
  });

  test('is recognized after some of its rows were deleted and others added', async () => {
    const { snapshot } = await read([HEADER, ...ROWS]);
    const changed: Cells = [['2026-02-01', 'New', -1, 'id-9', 'New'], ...ROWS.slice(1)];
    const again = await read(
      [renamed(['', '', '', 'Reference', '']).map((name, index) => name || (HEADER[index] as string)), ...changed],
      snapshot.layout,
    );
    expect(again.located.columns.transactionId).toBe(3);
  });

  test('causes an error if two other columns contain its values', async () => {
    const { snapshot } = await read([HEADER, ...ROWS]);
    const rows = ROWS.map(
      ([date, description, amount, id, category]) => [date, description, amount, 'none', category, id, id] as never,
    );
    await expect(
      read(
        [
          [...renamed(['', '', '', 'Notes']).map((name, index) => name || (HEADER[index] as string)), 'One', 'Two'],
          ...rows,
        ],
        snapshot.layout,
      ),
    ).rejects.toMatchObject({ code: 'workbook_ambiguous_column', message: expect.stringMatching(/F1.*G1/) });
  });

  test('is recognized by its position if it was always empty, unless other columns have moved', async () => {
    const bare = ROWS.map((row) => row.slice(0, 4));
    const { snapshot } = await read([HEADER, ...bare]);
    expect(
      (await read([renamed(['Date', 'Description', 'Amount', 'Transaction ID', 'Kind']), ...bare], snapshot.layout))
        .located.columns.category,
    ).toBe(4);
    const moved = [['Notes', 'Date', 'Description', 'Amount', 'Transaction ID'], ...bare.map((row) => [null, ...row])];
    await expect(read(moved, snapshot.layout)).rejects.toMatchObject({
      code: 'workbook_column_lost',
      message: expect.stringContaining('Category'),
    });
  });
});

describe('the last used row', () => {
  test('is the header row if the sheet has no transactions', async () => {
    expect((await read([HEADER])).located.lastUsedRow).toBe(1);
  });

  test("is above lines with only filled-down formulas or values in the user's own columns", async () => {
    const filled = Array.from({ length: 100 }, () => [null, null, null, null, formula('Food'), 'mine']);
    const { snapshot, located } = await read([HEADER, ...ROWS, ...filled]);
    expect(located.lastUsedRow).toBe(4);
    expect(snapshot.rows).toHaveLength(3);
  });

  test('may consist of formulas, but not only of a category', async () => {
    const { located } = await read([
      HEADER,
      ...ROWS,
      [],
      [formula('2026-01-04'), null, null, null, null],
      [null, null, null, null, 'Food'],
    ]);
    expect(located).toMatchObject({ lastUsedRow: 6, lineBelow: 7 });
  });

  test.each<[string, readonly unknown[]]>([
    ['a total', [null, 'Total', formula('-12', 'SUM(C2:C4)')]],
    ['a total with a day', ['2026-01-31', null, formula('-12', 'SUBTOTAL(9,C$2:C4)')]],
    ['a total in the date column', ['Total', null, 12]],
    ['a note', [null, 'Do not forget the rent']],
    ['an unfinished row', [null, 'Cash', -5]],
  ])('is not %s', async (_name, line) => {
    const { located } = await read([HEADER, ...ROWS, [], line as Cells[number]]);
    expect(located).toMatchObject({ lastUsedRow: 4, lineBelow: 6 });
  });

  test.each<[string, readonly unknown[]]>([
    ['a calculated amount', ['2026-01-31', 'Half the rent', formula('-400', '-800/2')]],
    ['a converted amount', ['2026-01-31', 'Hotel', formula('-90', 'VLOOKUP("USD",Rates!A1:C9,2,FALSE)*-100')]],
    ['a date as text', ['31.01.2026', 'Cash', -5]],
  ])('may be a row with %s', async (_name, line) => {
    const { located } = await read([HEADER, ...ROWS, [], line as Cells[number]]);
    expect(located).toMatchObject({ lastUsedRow: 6, lineBelow: null });
  });

  test('is above formulas with an empty result', async () => {
    const { located } = await read([
      HEADER,
      ...ROWS,
      [formula(''), formula(''), formula(''), formula(''), formula('')],
    ]);
    expect(located.lastUsedRow).toBe(4);
  });
});

describe('a protected sheet', () => {
  test('is read, and reported as not writable', async () => {
    const { snapshot, located } = await read([HEADER, ...ROWS], null, '<sheetProtection sheet="1"/>');
    expect(snapshot.rows).toHaveLength(3);
    expect(located.isProtected).toBe(true);
    expect(snapshot.problems).toContainEqual(
      expect.objectContaining({ code: 'workbook_protected', sheet: 'transactions' }),
    );
  });

  test('is writable if its protection is turned off', async () => {
    expect((await read([HEADER], null, '<sheetProtection sheet="0"/>')).located.isProtected).toBe(false);
  });
});

test('the first hundred rows with the same problem are listed, and further rows are counted', async () => {
  const { snapshot } = await read([
    HEADER,
    ...Array.from({ length: 150 }, (_, index) => ['soon', 'x', 1, `id-${index}`]),
  ]);
  const problems = snapshot.problems.filter(({ code }) => code.startsWith('row_'));
  expect(problems).toHaveLength(101);
  expect(problems.at(-1)).toMatchObject({
    code: 'row_problems_more',
    row: null,
    message: expect.stringMatching(/^50 more/),
  });
});
