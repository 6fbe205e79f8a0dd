import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pennyrow, statementFile } from '../cli/pennyrow.ts';
import { budgetWorkbook, formulasIn } from '../support/budget-workbook.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const descriptions = async (path: string) => (await exceljsRows(path, 'Transactions')).map((row) => row['Description']);

test('new rows fill the free rows above a total, and every sum includes them', async () => {
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
  expect(formulas['C34']?.[0]).toBe('SUM(C2:C33)');
  expect(formulas['H5']?.[0]).toBe('C5/SUM(C$2:C$33)');
  // The sheet has changed, so its stored results are gone, except in columns that Pennyrow reads.
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

  const before = readFileSync(path);
  const refused = await pennyrow(folder, 'import', statementFile(folder, ['Bakery', 'Cinema', 'Dentist'], 'more.ofx'));
  expect(refused.code).toBe(1);
  expect(refused.stdout + refused.stderr).toContain(
    `Below the transactions, row 34 of the sheet Transactions in ${path} has “Total” (B34) and =SUM(C2:C33) (C34). That leaves no free row for the new one.`,
  );
  expect(refused.stdout + refused.stderr).toContain('Insert empty rows above row 34');
  expect(readFileSync(path).equals(before)).toBe(true);

  // The undo removes the imported rows, and sums shrink accordingly.
  expect(await pennyrow(folder, 'undo', '--last')).toMatchObject({ code: 0 });
  expect((await formulasIn(path, 'Transactions'))['C34']?.[0]).toBe('SUM(C2:C31)');
  expect((await descriptions(path)).slice(-2)).toEqual(['Shop 31', 'Total']);
});

test('a note directly below the last transaction stops the import, which names the cell and keeps the file unchanged', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'Budget.xlsx');
  await budgetWorkbook(path, (sheet) => {
    sheet.getCell('A32').value = 'Checked by hand until here';
  });
  await pennyrow(folder, 'workbook', 'connect', path);
  const before = readFileSync(path);
  const refused = await pennyrow(folder, 'import', statementFile(folder, ['Bakery']));
  expect(refused.code).toBe(1);
  expect(refused.stdout + refused.stderr).toContain(
    'has “Checked by hand until here” (A32). That leaves no free row for the new one.',
  );
  expect(readFileSync(path).equals(before)).toBe(true);
});
