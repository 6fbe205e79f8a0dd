import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pennyrow, statementFile } from '../cli/pennyrow.ts';
import { budgetWorkbook } from '../support/budget-workbook.ts';
import { ensureLibreOffice, NO_LIBRE_OFFICE } from '../support/libre-office.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test(
  'LibreOffice shows correct sums after it saved the file and Pennyrow added rows',
  { timeout: 600_000 },
  async ({ skip }) => {
    const folder = temporaryFolder();
    const office = await ensureLibreOffice(folder);
    if (office === null) return skip(NO_LIBRE_OFFICE);
    const names = ['Plain', 'Total', 'Named'];
    const drafts = names.map((name) => join(folder, `${name}.xlsx`));
    await budgetWorkbook(drafts[0] ?? '');
    await budgetWorkbook(drafts[1] ?? '', (sheet) => {
      sheet.getCell('B36').value = 'Total';
      sheet.getCell('C36').value = { formula: 'SUM(C2:C31)', result: -30 };
    });
    await budgetWorkbook(drafts[2] ?? '', ({ workbook }) => {
      for (const name of ['AllAmounts', 'Part6']) workbook.definedNames.add('Transactions!$C$2:$C$31', name);
      workbook.definedNames.add('Transactions!$C$2:$C$3', 'Part5');
      const sheet = workbook.addWorksheet('By name');
      for (const [cell, formula, result] of BY_NAME) sheet.getCell(cell).value = { formula, result };
    });
    await office.save(drafts, join(folder, 'saved'));

    const files = names.map((name) => join(folder, 'saved', `${name}.xlsx`));
    for (const [index, file] of files.entries()) {
      const data = join(folder, `data-${index}`);
      mkdirSync(data);
      expect(await pennyrow(data, 'workbook', 'connect', file)).toMatchObject({ code: 0 });
      // The amounts are -1.50 and -2.50.
      expect(await pennyrow(data, 'import', statementFile(data, ['Bakery', 'Cinema']))).toMatchObject({ code: 0 });
    }

    const shown = await office.shown(files);
    const firstColumn = (sheet: string) => shown.get(sheet)?.map(([cell]) => cell);
    const line = (sheet: string, row: number) => shown.get(sheet)?.[row - 1];
    for (const name of names) {
      expect(firstColumn(`${name}/Summary`)).toEqual([
        '-34',
        '-68',
        name === 'Total' ? '-68' : '-34',
        'All: -34',
        '-30',
        '-10',
        '23',
      ]);
      expect(line(`${name}/Transactions`, 2)?.[6]).toBe('-34');
      expect(line(`${name}/Transactions`, 31)?.slice(1, 6)).toEqual(['Shop 31', '-1', 'Food', '', '-30']);
      expect(line(`${name}/Transactions`, 33)?.slice(1, 3)).toEqual(['Cinema', '-2.5']);
    }
    expect(firstColumn('Named/By name')).toEqual(['-34', '-68', 'over', '-34', '-2', '-34']);
    expect(line('Total/Transactions', 36)?.slice(1, 3)).toEqual(['Total', '-34']);
  },
);

/** Cell, formula and its result before anything is added. Row 6 equals row 5, except for the number in the name. */
const BY_NAME = [
  ['A1', 'SUM(AllAmounts)', -30],
  ['A2', 'A1*2', -60],
  ['A3', 'IF(A2<-61,"over","fine")', 'fine'],
  ['A4', 'SUM(allamounts)', -30],
  ['A5', 'SUM(Part5)', -2],
  ['A6', 'SUM(Part6)', -30],
] as const;
