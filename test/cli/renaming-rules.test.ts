import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { expect, test } from 'vitest';
import type { MatchingRule } from '../../src/contract/control/transactions.ts';
import type { Run } from '../../src/core/run.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import { COLUMNS, googleShell } from '../support/google-shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { pennyrow, statementOf, type StatementLine } from './pennyrow.ts';

const RULE_HEADERS = ['Beschreibung', 'Kategorie', 'Mindestbetrag', 'Höchstbetrag', 'Konto', 'Umbenennen in'];

const BANK: readonly StatementLine[] = [
  { date: '2026-01-05', amount: '-12.50', text: 'AMZN MKTP DE*2K4', memo: 'Order 1' },
  { date: '2026-01-06', amount: '-3.20', text: 'BAKERY 0815' },
];

/** Connects a workbook that has these headers, and a sheet Rules with these rules under German headers. */
async function connected(headers: readonly string[], rules: readonly (readonly (string | number | null)[])[]) {
  const folder = temporaryFolder();
  const file = join(folder, 'Money.xlsx');
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Money');
  sheet.addRow([...headers]);
  sheet.addRow([new Date('2026-01-03T00:00:00Z'), 'Rent', null, -900]);
  workbook.addWorksheet('Rules').addRows([RULE_HEADERS, ...rules]);
  await workbook.xlsx.writeFile(file);
  await pennyrow(folder, 'schedule', 'set', '07:30');
  const notes = headers.includes('Notes') ? 'notes=Notes' : 'fullDescription=Bank text';
  const { code, stderr } = await pennyrow(
    folder,
    'workbook',
    'columns',
    file,
    '--sheet',
    'Money',
    '--map',
    notes,
    '--add',
  );
  expect([code, stderr]).toEqual([0, '']);
  return { folder, file };
}

const RULES = [
  ['amzn', 'Shopping', null, null, null, 'Amazon'],
  ['bakery', 'Elsewhere', null, null, 'Savings*', null],
  ['bakery', 'Food', null, null, 'Checking *', null],
];

const HEADERS = ['Date', 'Payee', 'Notes', 'Amount', 'Category'];

async function imported(folder: string, name: string, lines = BANK): Promise<Run['counts']> {
  return (await pennyrow(folder, 'import', statementOf(folder, lines, name), '--json')).json<Run>().counts;
}

test('a rule renames new rows and keeps the bank’s text in the notes, and another rule applies to one account only', async () => {
  const { folder, file } = await connected(HEADERS, RULES);
  expect(await imported(folder, 'one.ofx')).toMatchObject({ added: 2 });
  const rows = (await exceljsRows(file, 'Money')).slice(1);
  expect(rows.map((row) => [row['Payee'], row['Notes'], row['Category']])).toEqual([
    ['Amazon', 'AMZN MKTP DE*2K4 - Order 1', 'Shopping'],
    ['BAKERY 0815', null, 'Food'],
  ]);
  const list = (await pennyrow(folder, 'rule', 'list', '--json')).json<MatchingRule[]>();
  expect(list[0]).toMatchObject({ renameTo: 'Amazon' });
  expect(list[1]).toMatchObject({ account: 'Savings*' });
});

test('a renamed row is recognized, keeps its payee when the bank corrects it, and still matches its rule', async () => {
  const { folder, file } = await connected(HEADERS, RULES);
  await imported(folder, 'one.ofx');
  expect(await imported(folder, 'again.ofx')).toMatchObject({ added: 0, updated: 0 });
  const corrected = BANK.map((line) => (line.memo === undefined ? line : { ...line, memo: 'Order 1, shipped' }));
  expect(await imported(folder, 'corrected.ofx', corrected)).toMatchObject({ added: 0 });
  expect((await exceljsRows(file, 'Money')).map((row) => row['Payee'])).toEqual(['Rent', 'Amazon', 'BAKERY 0815']);

  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(file);
  const sheet = workbook.getWorksheet('Money') as ExcelJS.Worksheet;
  for (const row of [3, 4]) sheet.getCell(row, 1 + HEADERS.indexOf('Category')).value = null;
  await workbook.xlsx.writeFile(file);
  expect((await pennyrow(folder, 'rule', 'try', 'mktp', 'X', '--json')).json()).toMatchObject({ matches: 1 });
  expect((await pennyrow(folder, 'rule', 'apply', '--dry-run', '--json')).json()).toMatchObject({ count: 2 });
  const applied = await pennyrow(folder, 'rule', 'apply', '--yes', '--json');
  expect(applied.json<Run>().counts).toMatchObject({ updated: 2 });
  const categories = (await exceljsRows(file, 'Money')).map((row) => row['Category']);
  expect(categories).toEqual([null, 'Shopping', 'Food']);
});

test('without a column for the bank’s text, no payee is renamed, and `status` lists the rule', async () => {
  const { folder, file } = await connected(HEADERS, RULES);
  await pennyrow(folder, 'workbook', 'columns', '--map', 'notes=');
  await imported(folder, 'one.ofx');
  const payees = (await exceljsRows(file, 'Money')).map((row) => row['Payee']);
  expect(payees).toEqual(['Rent', 'AMZN MKTP DE*2K4 - Order 1', 'BAKERY 0815']);
  expect((await pennyrow(folder, 'status')).stdout).toContain('Rules 2');
});

test('the column for the bank’s full text is filled, and makes renaming possible', async () => {
  const { folder, file } = await connected(['Date', 'Payee', 'Bank text', 'Amount', 'Category'], RULES);
  await imported(folder, 'one.ofx');
  const rows = (await exceljsRows(file, 'Money')).slice(1);
  expect(rows.map((row) => [row['Payee'], row['Bank text']])).toEqual([
    ['Amazon', 'AMZN MKTP DE*2K4 - Order 1'],
    ['BAKERY 0815', 'BAKERY 0815'],
  ]);
});

test('a rule with an account and a new payee is added and edited on the command line', async () => {
  const { folder, file } = await connected(HEADERS, []);
  const added = await pennyrow(
    folder,
    'rule',
    'add',
    'tea',
    'Food',
    '--bank-account',
    'Daily',
    '--rename-to',
    'Teahouse',
  );
  expect([added.code, added.stderr]).toEqual([0, '']);
  await pennyrow(folder, 'rule', 'edit', '1', 'teas', 'Food', '--bank-account', '');
  const [line] = await exceljsRows(file, 'Rules');
  expect([line?.['Beschreibung'], line?.['Konto'], line?.['Umbenennen in']]).toEqual(['teas', null, 'Teahouse']);
});

test('a rule renames new rows in a Google spreadsheet', async () => {
  const { folder, hand, run } = await googleShell();
  await hand.type('Transactions', 1, COLUMNS.length, 'Notes');
  await run('workbook', 'columns', '--map', 'notes=Notes');
  for (const [place, header] of ['Account', 'Rename to'].entries()) await hand.type('Rules', 1, 4 + place, header);
  await run('rule', 'add', 'amzn', 'Shopping', '--rename-to', 'Amazon');
  expect((await run<Run>('import', statementOf(folder, BANK, 'one.ofx'))).counts).toMatchObject({ added: 2 });
  expect((await run<Run>('import', statementOf(folder, BANK, 'two.ofx'))).counts).toMatchObject({ added: 0 });
  const shown = (await hand.shown('Transactions')).find((row) => row[1] === 'Amazon');
  expect(shown?.[COLUMNS.length]).toBe('AMZN MKTP DE*2K4 - Order 1');
});
