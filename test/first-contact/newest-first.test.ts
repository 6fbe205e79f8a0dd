import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { expect, test } from 'vitest';
import { pennyrow, statementFile, statementOf } from '../cli/pennyrow.ts';
import { formulasIn } from '../support/budget-workbook.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const descriptions = async (path: string) => (await exceljsRows(path, 'Transactions')).map((row) => row['Description']);

/** Rows of January with the newest on top, a formula in each, and a total below them. */
async function newestFirst(path: string): Promise<void> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Transactions');
  sheet.addRow(['Date', 'Description', 'Amount', 'Transaction ID', 'Double']);
  for (let day = 10; day > 0; day -= 1)
    sheet.addRow([new Date(Date.UTC(2026, 0, day)), `Shop ${day}`, -day, '', { formula: `C${12 - day}*2`, result: 0 }]);
  sheet.addRow([]);
  sheet.addRow([null, 'Total', { formula: 'SUM(C2:C11)', result: 0 }]);
  await workbook.xlsx.writeFile(path);
}

test('new rows are added at the top of a sheet that has its newest rows there, and its total includes them', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'Budget.xlsx');
  await newestFirst(path);
  const connected = await pennyrow(folder, 'workbook', 'connect', path);
  expect(connected.stdout).toContain('The newest rows are on top, so new rows go on top.');
  const before = await descriptions(path);
  const imported = await pennyrow(folder, 'import', statementFile(folder, ['Bakery', 'Cinema']));
  expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining('2 added') });
  const more = await pennyrow(folder, 'import', statementFile(folder, ['Bakery', 'Cinema', 'Dentist'], 'more.ofx'));
  expect(more).toMatchObject({ code: 0, stdout: expect.stringContaining('1 added') });
  expect(await descriptions(path)).toEqual(['Dentist', 'Cinema', 'Bakery', ...before]);
  const formulas = await formulasIn(path, 'Transactions');
  expect([formulas['E2'], formulas['E5'], formulas['C16']].map((each) => each?.[0])).toEqual([
    'C2*2',
    'C5*2',
    'SUM(C2:C14)',
  ]);
  for (const importRun of [more, imported])
    expect(await pennyrow(folder, 'undo', /run_\w+/.exec(importRun.stdout)?.[0] ?? '')).toMatchObject({ code: 0 });
  expect(await descriptions(path)).toEqual(before);
  expect((await formulasIn(path, 'Transactions'))['C13']?.[0]).toBe('SUM(C2:C11)');
});

test('the user can choose where new rows are added', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'Budget.xlsx');
  await newestFirst(path);
  await pennyrow(folder, 'workbook', 'connect', path);
  const chosen = await pennyrow(folder, 'workbook', 'new-rows', 'end');
  expect(chosen).toMatchObject({ code: 0, stdout: expect.stringContaining('New rows  at the end') });
  await pennyrow(folder, 'import', statementFile(folder, ['Bakery']));
  expect((await descriptions(path)).slice(9, 11)).toEqual(['Shop 1', 'Bakery']);
  expect((await pennyrow(folder, 'workbook', 'new-rows', 'sheet')).stdout).toContain('on top (as now)');
  await pennyrow(folder, 'import', statementFile(folder, ['Bakery', 'Cinema'], 'more.ofx'));
  expect((await descriptions(path))[0]).toBe('Cinema');
});

test('a report shows the current row number of a possible duplicate after rows were inserted above it', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'Budget.xlsx');
  await newestFirst(path);
  await pennyrow(folder, 'workbook', 'connect', path);
  const lines = [
    { date: '2026-01-05', amount: '-4.00', text: 'Card payment 4711' },
    { date: '2026-01-11', amount: '-0.40', text: 'Bakery' },
  ];
  const imported = await pennyrow(folder, 'import', statementOf(folder, lines, 'card.ofx'));
  expect(imported.stdout).toContain('2 added');
  const row = (await exceljsRows(path, 'Transactions')).findIndex((each) => each['Description'] === 'Shop 4') + 2;
  const shown = await pennyrow(folder, 'runs', 'show', /run_\w+/.exec(imported.stdout)?.[0] ?? '');
  expect(shown.stdout).toMatch(new RegExp(`row ${row}\\b`));
});
