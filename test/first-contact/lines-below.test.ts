import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pennyrow, statementFile } from '../cli/pennyrow.ts';
import { budgetWorkbook, formulasIn } from '../support/budget-workbook.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const descriptions = async (path: string) => (await exceljsRows(path, 'Transactions')).map((row) => row['Description']);

test('new rows move a total down, and every sum includes them', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'Budget.xlsx');
  await budgetWorkbook(path, (sheet) => {
    sheet.getCell('B34').value = 'Total';
    sheet.getCell('C34').value = { formula: 'SUM(C2:C31)', result: -30 };
    sheet.getCell('G2').value = null;
  });
  expect(await pennyrow(folder, 'workbook', 'connect', path)).toMatchObject({ code: 0 });
  const imported = await pennyrow(folder, 'import', statementFile(folder, ['Bakery', 'Cinema']));
  expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining('2 added') });
  expect((await descriptions(path)).slice(-3)).toEqual(['Bakery', 'Cinema', 'Total']);
  const formulas = await formulasIn(path, 'Transactions');
  expect(formulas['C36']?.[0]).toBe('SUM(C2:C33)');
  expect(formulas['H5']?.[0]).toBe('C5/SUM(C$2:C$33)');
  // The sheet has changed, so stored results of formulas are removed, except in columns that Pennyrow reads.
  expect(formulas['F31']).toEqual(['SUM(C$2:C31)', undefined]);
  expect(formulas['D5']?.[1]).toBe('Food');
  const summary = await formulasIn(path, 'Summary');
  expect(Object.values(summary)).toEqual([
    ['SUM(Transactions!C2:C33)', undefined],
    ['A1*2', undefined],
    ['SUM(Transactions!C:C)', undefined],
    ['"All: "&A1', undefined],
    ['SUMIF(Transactions!$D$2:$D$33,"Food",Transactions!$C$2:$C$33)', undefined],
    ['SUM(Transactions!C2:C11)', undefined],
    ['20+3', undefined],
  ]);

  // The undo deletes the imported rows, and sums shrink accordingly.
  expect(await pennyrow(folder, 'undo', '--last')).toMatchObject({ code: 0 });
  expect((await formulasIn(path, 'Transactions'))['C34']?.[0]).toBe('SUM(C2:C31)');
  expect((await descriptions(path)).slice(-2)).toEqual(['Shop 31', 'Total']);
});

test('a note directly below the last transaction moves down with everything below it', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'Budget.xlsx');
  await budgetWorkbook(path, (sheet) => {
    sheet.getCell('A32').value = 'Checked by hand until here';
  });
  await pennyrow(folder, 'workbook', 'connect', path);
  expect(await pennyrow(folder, 'import', statementFile(folder, ['Bakery']))).toMatchObject({ code: 0 });
  expect((await descriptions(path)).slice(-3)).toEqual(['Shop 31', 'Bakery', null]);
  expect((await exceljsRows(path, 'Transactions')).at(-1)?.['Date']).toBe('Checked by hand until here');
});
