import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { expect, test } from 'vitest';
import type { MatchingRule } from '../../src/contract/control/transactions.ts';
import type { Run } from '../../src/core/run.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import { COLUMNS, googleShell } from '../support/google-shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { pennyrow, statementOf } from './pennyrow.ts';

const HEADERS = [
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
] as const;

const day = (text: string): Date => new Date(`${text}T00:00:00Z`);

const AUTOCAT = [
  [
    'Category',
    'Description',
    'Description Contains',
    'Account Contains',
    'Amount Min',
    'Amount Max',
    'Amount Polarity',
    'Institution Contains',
    'Tags',
    'Description Equals',
  ],
  ['Groceries', null, 'grocer', null, null, null, null, null, null, null],
  ['Shopping', 'Amazon', 'amzn', 'check', null, null, null, null, null, null],
  ['Rent', null, 'rent', null, 500, 2000, 'Negative', null, null, null],
  ['Refunds', null, 'refund', null, 10, null, null, null, null, null],
  ['Fees', null, null, null, null, null, null, 'Acme Bank', null, null],
  [null, 'Clean name', 'ugly name', null, null, null, null, null, null, null],
  ['Travel', null, null, null, null, null, null, null, 'trip', 'RAIL*1'],
  ['Coffee', null, '"starbucks", "peet\'s,inc"', '"check","save"', null, null, null, null, null, null],
];

/** A workbook of Tiller, a service that fills spreadsheets: its first column is empty, and its rows have Tiller's ids. */
async function template(folder: string): Promise<string> {
  const file = join(folder, 'Tiller.xlsx');
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Transactions');
  sheet.addRow([null, ...HEADERS]);
  const old = ['Grocer', 'Groceries', -20, 'Checking', 'xxxx2345', 'Acme Bank', day('2026-01-01'), day('2025-12-28')];
  sheet.addRow([null, day('2026-01-02'), ...old, '6123', 'tiller-1', null, 'GROCER 12', day('2026-01-03')]);
  workbook.addWorksheet('Categories').addRows([
    ['Category', 'Group', 'Type'],
    ['Groceries', 'Living', 'Expense'],
  ]);
  workbook
    .addWorksheet('Balance History')
    .addRows([
      ['Date', 'Time', 'Account', 'Account #', 'Account ID', 'Balance ID', 'Institution', 'Balance', 'Month', 'Week'],
    ]);
  workbook.addWorksheet('AutoCat').addRows(AUTOCAT);
  await workbook.xlsx.writeFile(file);
  return file;
}

const BANK = [
  { date: '2026-01-02', amount: '-20.00', text: 'GROCER 12' },
  { date: '2026-01-10', amount: '-12.50', text: 'AMZN MKTP', memo: 'Order 1' },
];

async function connected(): Promise<{ readonly folder: string; readonly file: string }> {
  const folder = temporaryFolder();
  const file = await template(folder);
  await pennyrow(folder, 'schedule', 'set', '07:30');
  const { code, stderr } = await pennyrow(folder, 'workbook', 'connect', file, '--add');
  expect([code, stderr]).toEqual([0, '']);
  return { folder, file };
}

test('new rows get the values that Tiller would write in its columns, and Tiller’s own rows are recognized', async () => {
  const { folder, file } = await connected();
  const run = (await pennyrow(folder, 'import', statementOf(folder, BANK, 'one.ofx'), '--json')).json<Run>();
  expect(run.counts).toMatchObject({ added: 1, alreadyThere: 1 });
  const [, row] = await exceljsRows(file, 'Transactions');
  expect(row).toMatchObject({
    Description: 'AMZN MKTP - Order 1',
    'Full Description': 'AMZN MKTP - Order 1',
    'Account #': 'xxxx2345',
    Month: '2026-01-01',
    Week: '2026-01-04',
  });
  const again = await pennyrow(folder, 'import', statementOf(folder, BANK, 'two.ofx'), '--json');
  expect(again.json<Run>().counts).toMatchObject({ added: 0, updated: 0 });
});

test('AutoCat’s rules are converted, and the lines that cannot become rules are reported', async () => {
  const { folder, file } = await connected();
  const run = (await pennyrow(folder, 'rule', 'import', '--json')).json<Run>();
  expect(run).toMatchObject({ status: 'succeeded', counts: { rules: 10 } });
  expect(run.messages.map(({ message }) => message)).toEqual([
    '10 rules were converted from AutoCat.',
    'AutoCat, row 6: a rule cannot use institution contains as it is, so no rule was made.',
    'AutoCat, row 7: no category or no criterion is given, so no rule was made.',
    'AutoCat, row 8: converted, but without tags.',
  ]);
  const rules = (await pennyrow(folder, 'rule', 'list', '--json')).json<MatchingRule[]>();
  expect(rules).toEqual([
    { description: 'grocer', category: 'Groceries', minAmount: null, maxAmount: null },
    {
      description: 'amzn',
      category: 'Shopping',
      minAmount: null,
      maxAmount: null,
      account: '*check*',
      renameTo: 'Amazon',
    },
    { description: 'rent', category: 'Rent', minAmount: '-2000.00', maxAmount: '-500.00' },
    { description: 'refund', category: 'Refunds', minAmount: null, maxAmount: '-10.00' },
    { description: 'refund', category: 'Refunds', minAmount: '10.00', maxAmount: null },
    { description: String.raw`/^RAIL\*1$/`, category: 'Travel', minAmount: null, maxAmount: null },
    ...['starbucks', "peet's,inc"].flatMap((description) =>
      ['*check*', '*save*'].map((account) => ({
        description,
        category: 'Coffee',
        minAmount: null,
        maxAmount: null,
        account,
      })),
    ),
  ]);
  const again = (await pennyrow(folder, 'rule', 'import', '--json')).json<Run>();
  expect(again.messages[0]?.message).toBe('No rule was added from AutoCat. 10 were in the Rules sheet already.');

  await pennyrow(folder, 'import', statementOf(folder, BANK, 'one.ofx'));
  const [, row] = await exceljsRows(file, 'Transactions');
  expect(row).toMatchObject({ Description: 'Amazon', 'Full Description': 'AMZN MKTP - Order 1', Category: 'Shopping' });
});

test('a column “Month” in a sheet that is not Tiller’s is not filled', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'Own.xlsx');
  const workbook = new ExcelJS.Workbook();
  workbook.addWorksheet('Transactions').addRows([
    ['Date', 'Description', 'Amount', 'Month'],
    [day('2026-01-02'), 'Grocer', -20, 'January'],
  ]);
  await workbook.xlsx.writeFile(file);
  await pennyrow(folder, 'schedule', 'set', '07:30');
  await pennyrow(folder, 'workbook', 'connect', file, '--add');
  await pennyrow(folder, 'import', statementOf(folder, BANK, 'one.ofx'));
  const rows = await exceljsRows(file, 'Transactions');
  expect(rows.map((row) => row['Month'])).toEqual(['January', null]);
});

test('the Tiller columns of a Google spreadsheet are filled, and AutoCat’s rules are converted', async () => {
  const { folder, hand, run } = await googleShell();
  await hand.type('Transactions', 1, COLUMNS.length, 'Month');
  await hand.type('Transactions', 1, COLUMNS.length + 1, 'Week');
  await run('workbook', 'columns', '--map', 'month=Month,week=Week');
  await run('import', statementOf(folder, BANK, 'one.ofx'));
  const shown = (await hand.shown('Transactions')).find((row) => row[1]?.startsWith('AMZN'));
  expect(shown?.slice(COLUMNS.length)).toEqual(['2026-01-01', '2026-01-04']);

  await hand.change({ addSheet: { properties: { title: 'AutoCat' } } });
  for (const [row, [category, text]] of [
    ['Category', 'Description Contains'],
    ['Groceries', 'grocer'],
  ].entries()) {
    await hand.type('AutoCat', row + 1, 0, category ?? '');
    await hand.type('AutoCat', row + 1, 1, text ?? '');
  }
  expect((await run<Run>('rule', 'import')).counts).toMatchObject({ rules: 1 });
});
