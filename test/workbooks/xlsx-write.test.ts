import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import exceljs from 'exceljs';
import { describe, expect, test } from 'vitest';
import { newXlsxWorkbook } from '../support/new-workbook.ts';
import {
  applyTo,
  bareWorkbook,
  editParts,
  headerRowXml,
  partsOf,
  readBack,
  rowValues,
  worksheetXml,
} from '../support/xlsx-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SHEET = 'xl/worksheets/sheet1.xml';
const sheetOf = async (path: string) => (await partsOf(path)).get(SHEET) ?? '';

async function newWorkbook(count = 0): Promise<string> {
  const path = join(temporaryFolder(), 'Budget.xlsx');
  await newXlsxWorkbook(path);
  if (count > 0) await applyTo(path, { runId: 'seed', appends: rows(count) });
  return path;
}

function rows(count: number) {
  return Array.from({ length: count }, (_, index) =>
    rowValues({ transactionId: `tx-${index}`, amount: `-${index + 1}.00` }),
  );
}

const update = (row: number, transactionId: string, column: string, from: string, to: string) => ({
  row,
  transactionId,
  cell: { column, from, to } as never,
});

describe('a new workbook', () => {
  test('has empty lists and initial categories, and accepts rows', async () => {
    const path = await newWorkbook();
    const empty = await readBack(path);
    expect(empty).toMatchObject({ rows: [], rules: [], problems: [], markers: [] });
    expect(empty.categories).toContain('Groceries');
    expect(await applyTo(path, { appends: rows(3) })).toMatchObject({ appendedRows: [2, 3, 4] });
    const { rows: read, markers } = await readBack(path);
    expect(read).toMatchObject(
      rows(3).map(({ date, amount, currency, dateAdded }) => ({ date, amount, currency, dateAdded })),
    );
    expect(markers).toEqual(['run-1']);
    expect((await partsOf(path)).get('xl/tables/table1.xml')).toContain('ref="A1:I4"');
  });

  test('has a frozen header, a filter, formats and a dropdown of categories', async () => {
    const path = await newWorkbook(1);
    const workbook = new exceljs.Workbook();
    await workbook.xlsx.readFile(path);
    expect(workbook.worksheets.map(({ name }) => name)).toEqual([
      'Overview',
      'Transactions',
      'Categories',
      'Rules',
      'Balances',
      'Figures',
    ]);
    const sheet = workbook.getWorksheet('Transactions');
    expect(sheet?.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
    expect(sheet?.getCell('A2').numFmt).toBe('yyyy-mm-dd');
    expect(sheet?.getCell('C2').numFmt).toContain('[Red]');
    expect(sheet?.getCell('H2').numFmt).toBe('yyyy-mm-dd hh:mm:ss');
    expect(sheet?.getCell('D2').dataValidation).toMatchObject({ type: 'list' });
    expect((await partsOf(path)).get('xl/tables/table1.xml')).toContain('<autoFilter ref="A1:I2"/>');
  });

  test('has formats and the dropdown of categories in 5100 new rows', async () => {
    const path = await newWorkbook(5100);
    const sheet = await sheetOf(path);
    expect(sheet).toContain('<conditionalFormatting sqref="A2:I5101">');
    expect(sheet).toContain('sqref="D2:D5101"');
    expect((await partsOf(path)).get('xl/tables/table1.xml')).toContain('ref="A1:I5101"');
  });

  test('never replaces an existing file', async () => {
    const path = join(temporaryFolder(), 'Budget.xlsx');
    writeFileSync(path, 'precious');
    await expect(newXlsxWorkbook(path)).rejects.toMatchObject({
      code: 'workbook_exists',
      message: expect.stringContaining(path),
    });
    expect(readFileSync(path, 'utf8')).toBe('precious');
  });

  test('fails with a clear error if its folder is missing', async () => {
    await expect(newXlsxWorkbook('/nowhere/Budget.xlsx')).rejects.toMatchObject({ code: 'data_missing' });
  });
});

describe('an update', () => {
  test('replaces numbers, dates and texts that Pennyrow wrote, and keeps the cell formats', async () => {
    const path = await newWorkbook(2);
    const updates = [
      update(2, 'tx-0', 'amount', '-1.00', '-1.20'),
      update(2, 'tx-0', 'date', '2026-03-01', '2026-03-04'),
      update(3, 'tx-1', 'description', 'Coffee & cake', '=1+1'),
    ];
    expect(await applyTo(path, { updates })).toMatchObject({ refused: [], appendedRows: [] });
    expect((await readBack(path)).rows).toMatchObject([
      { amount: '-1.20', date: '2026-03-04' },
      { description: '=1+1' },
    ]);
    expect(await sheetOf(path)).toContain('<c r="C2" s="5"><v>-1.2</v></c>');
  });

  test('is refused for a cell that the user changed, for a formula, and for a row with another transaction', async () => {
    const seeded = await newWorkbook(3);
    const path = await editParts(seeded, {
      [SHEET]: (text) => text.replace('<c r="C4" s="5"><v>-3</v></c>', '<c r="C4" s="5"><f>-1-2</f><v>-3</v></c>'),
    });
    const applied = await applyTo(path, {
      updates: [
        update(2, 'tx-0', 'description', 'Coffee', 'Tea'),
        update(3, 'tx-0', 'amount', '-2.00', '-9.00'),
        update(4, 'tx-2', 'amount', '-3.00', '-9.00'),
        update(99, 'tx-9', 'amount', '-3.00', '-9.00'),
      ],
    });
    expect(applied.refused).toEqual([
      { row: 2, transactionId: 'tx-0', column: 'description', found: 'Coffee & cake' },
      { row: 3, transactionId: 'tx-0', column: 'amount', found: '-2' },
      { row: 4, transactionId: 'tx-2', column: 'amount', found: '-3' },
      { row: 99, transactionId: 'tx-9', column: 'amount', found: '' },
    ]);
    expect(await sheetOf(path)).toContain('<f>-1-2</f>');
  });
});

describe('a removal', () => {
  const removal = (index: number) => ({ row: index + 2, values: rows(index + 1)[index] as never });

  test('deletes rows at the end, and shortens the table and the dimension', async () => {
    const path = await newWorkbook(5);
    expect(await applyTo(path, { removals: [removal(4), removal(3)] })).toMatchObject({ refused: [] });
    expect(await sheetOf(path)).not.toMatch(/<row r="[56]"/);
    expect(await sheetOf(path)).toContain('<dimension ref="A1:I4"/>');
    expect((await partsOf(path)).get('xl/tables/table1.xml')).toContain('ref="A1:I4"');
  });

  test('deletes a row in the middle, and the rows below move up', async () => {
    const path = await newWorkbook(4);
    await applyTo(path, { removals: [removal(1)] });
    const { rows } = await readBack(path);
    expect(rows.map(({ index, transactionId }) => [index, transactionId])).toEqual([
      [2, 'tx-0'],
      [3, 'tx-2'],
      [4, 'tx-3'],
    ]);
    expect((await partsOf(path)).get('xl/tables/table1.xml')).toContain('ref="A1:I4"');
  });

  test('empties a row to which a formula refers, and keeps the rows below', async () => {
    const path = await editParts(await newWorkbook(4), {
      [SHEET]: (text) => text.replace('</row><row r="5">', '<c r="L4"><f>C3*2</f></c></row><row r="5">'),
    });
    await applyTo(path, { removals: [removal(1)] });
    expect(await sheetOf(path)).toContain('<row r="3"><c r="A3" s="3"/><c r="B3" s="4"/>');
    expect((await readBack(path)).rows.map(({ index }) => index)).toEqual([2, 4, 5]);
  });

  test('of all rows leaves a table with one blank row, which new rows fill', async () => {
    const path = await newWorkbook(2);
    await applyTo(path, { removals: [removal(0), removal(1)] });
    expect((await partsOf(path)).get('xl/tables/table1.xml')).toContain('ref="A1:I2"');
    expect(await applyTo(path, { runId: 'run-2', appends: rows(2) })).toMatchObject({ appendedRows: [2, 3] });
    expect((await partsOf(path)).get('xl/tables/table1.xml')).toContain('ref="A1:I3"');
  });

  test('is refused if the user changed the category of the row', async () => {
    const path = await newWorkbook(2);
    await applyTo(path, { updates: [update(3, 'tx-1', 'category', 'Restaurants', 'Fun')] });
    const applied = await applyTo(path, { runId: 'run-2', removals: [removal(1)] });
    expect(applied.refused).toEqual([{ row: 3, transactionId: 'tx-1', column: null, found: 'Fun' }]);
    expect((await readBack(path)).rows).toHaveLength(2);
  });

  test('empties the last row instead of deleting it if the user typed into another cell of the row', async () => {
    const seeded = await newWorkbook(2);
    const path = await editParts(seeded, {
      [SHEET]: (text) => text.replace('</row></sheetData>', '<c r="L3"><v>7</v></c></row></sheetData>'),
    });
    await applyTo(path, { removals: [removal(1)] });
    expect(await sheetOf(path)).toMatch(/<row r="3">.*<c r="I3" s="6"\/><c r="L3"><v>7<\/v><\/c><\/row><\/sheetData>/);
  });
});

describe('a formula that the user filled down for future rows', () => {
  test('is kept in an optional column when a transaction is written into its row', async () => {
    const header = headerRowXml('', ['Date', 'Description', 'Amount', 'Transaction ID', 'Category']);
    const formula = '<row r="2"><c r="E2" t="str"><f>IF(B2="","","?")</f><v></v></c></row>';
    const path = await bareWorkbook(worksheetXml(header + formula));
    expect(await applyTo(path, { appends: rows(2) })).toMatchObject({ appendedRows: [2, 3] });
    // The stored result is removed, because it was calculated for an empty row.
    expect(await sheetOf(path)).toContain('<c r="E2"><f>IF(B2="","","?")</f></c></row>');
  });
});

test.each(['', 'x:'])(
  'rows are added, updated and removed in a sheet with the XML prefix "%s" and without row numbers',
  async (prefix) => {
    const path = await bareWorkbook(worksheetXml(headerRowXml(prefix), prefix));
    await applyTo(path, { appends: rows(3) });
    await applyTo(path, {
      runId: 'run-2',
      updates: [update(3, 'tx-1', 'amount', '-2.00', '-5.00')],
      removals: [{ row: 4, values: { ...rows(3)[2], category: '', account: '' } as never }],
    });
    expect((await readBack(path)).rows).toMatchObject([
      { index: 2, amount: '-1.00' },
      { index: 3, amount: '-5.00' },
    ]);
  },
);

test('an aborted write changes nothing', async () => {
  const path = await newWorkbook(1);
  const before = readFileSync(path);
  await expect(applyTo(path, { appends: rows(1) }, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'run_cancelled',
  });
  expect(readFileSync(path)).toEqual(before);
});
