import { join } from 'node:path';
import exceljs from 'exceljs';
import { expect, test } from 'vitest';
import { USUAL_COLUMNS } from '../../src/core/row.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { partsOf } from '../support/xlsx-files.ts';
import { runPennyrow, statementFile } from './pennyrow.ts';

/** The letter of the last column. */
const LAST = String.fromCodePoint(64 + USUAL_COLUMNS.length);
const LISTS = { transactions: 'xl/worksheets/sheet1.xml', table: 'xl/tables/table1.xml' };

test('a new workbook uses the user’s language, and an import and its undo keep the formulas and charts', async () => {
  const folder = temporaryFolder();
  const run = (...args: readonly string[]) => runPennyrow(folder, args, { PENNYROW_LANGUAGE: 'de' });
  const path = join(folder, 'Haushalt.xlsx');
  expect(await run('workbook', 'create', path)).toMatchObject({ code: 0, stderr: '' });
  const made = await partsOf(path);
  const workbook = new exceljs.Workbook();
  await workbook.xlsx.readFile(path);
  expect(workbook.worksheets.map(({ name, state }) => [name, state])).toEqual([
    ['Übersicht', 'visible'],
    ['Transactions', 'visible'],
    ['Categories', 'visible'],
    ['Rules', 'visible'],
    ['Balances', 'visible'],
    ['Zahlen', 'hidden'],
  ]);
  expect(workbook.getWorksheet('Categories')?.getRow(2).values).toEqual([undefined, 'Gehalt', 'Einkommen']);
  expect(made.get(LISTS.transactions)).toContain('error="Diese Kategorie steht noch nicht auf dem Blatt Categories."');

  expect(await run('import', statementFile(folder, ['Bäckerei', 'Kino']))).toMatchObject({ code: 0 });
  const filled = await partsOf(path);
  expect(filled.get(LISTS.table)).toContain(`ref="A1:${LAST}3"`);
  const [sheet = ''] = [filled.get(LISTS.transactions)];
  expect(sheet).toContain(`<conditionalFormatting sqref="A2:${LAST}5000">`);
  expect(sheet).toContain('sqref="D2:D5000"');
  for (const [name, text] of made)
    if (/charts|drawings|theme|tables\/table[234]/.test(name)) expect([name, filled.get(name)]).toEqual([name, text]);
  // Checks that the import changes no formula.
  for (const name of ['xl/worksheets/sheet5.xml', 'xl/worksheets/sheet6.xml']) {
    const formulas = (parts: ReadonlyMap<string, string>) => parts.get(name)?.match(/<f[ >][^]*?<\/f>/g);
    expect(formulas(filled)?.length).toBeGreaterThan(100);
    expect(formulas(filled)).toEqual(formulas(made));
  }

  expect(await run('undo', '--last')).toMatchObject({ code: 0 });
  const undone = await partsOf(path);
  expect(undone.get(LISTS.table)).toContain(`ref="A1:${LAST}2"`);
  expect(undone.get(LISTS.transactions)).not.toContain('Kino');
  expect(undone.get('xl/charts/chart1.xml')).toBe(made.get('xl/charts/chart1.xml'));
});
