import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { expect, test } from 'vitest';
import type { AddedColumn, Applied, WorkbookChange } from '../../src/core/workbook-change.ts';
import type { Layout } from '../../src/core/snapshot.ts';
import { ensureLibreOffice, NO_LIBRE_OFFICE } from '../support/libre-office.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { editParts, openTestWorkbook, partsOf, storedPartsOf } from '../support/xlsx-files.ts';

const SHEET = 'Ausgaben';
const HEADERS = ['Datum', 'Empfänger', 'Betrag'];
const DAY = new Date('2026-01-05T00:00:00Z');
const ROWS = [
  [DAY, 'Bäckerei', -3.2],
  [DAY, 'Miete', -900],
];
const ID: AddedColumn = { column: 'transactionId', position: 3, header: 'Transaction ID', isHidden: true };
const ACCOUNT: AddedColumn = { column: 'account', position: 4, header: 'Account', isHidden: false };

const COLUMNS = Object.fromEntries(
  ['date', 'description', 'amount'].map((column, position) => [
    column,
    { position, header: HEADERS[position] ?? '', sample: [] },
  ]),
);
const LACKING: Layout = {
  sheets: { transactions: { name: SHEET, id: null }, categories: null, rules: null },
  headerRow: 1,
  columns: COLUMNS,
  lacking: ['transactionId'],
};

async function own(make: (sheet: ExcelJS.Worksheet, workbook: ExcelJS.Workbook) => void): Promise<string> {
  const path = join(temporaryFolder(), 'own.xlsx');
  const workbook = new ExcelJS.Workbook();
  make(workbook.addWorksheet(SHEET), workbook);
  await workbook.xlsx.writeFile(path);
  return path;
}

function plain(sheet: ExcelJS.Worksheet): void {
  sheet.addRow(HEADERS);
  for (const row of ROWS) sheet.addRow(row);
}

function asTable(sheet: ExcelJS.Worksheet): void {
  const columns = HEADERS.map((name) => ({ name, filterButton: true }));
  sheet.addTable({ name: 'Kasse', ref: 'A1', headerRow: true, columns, rows: ROWS });
}

async function write(path: string, remembered: Layout, change: Partial<WorkbookChange>): Promise<Applied> {
  const workbook = openTestWorkbook(path);
  const { revision, layout } = await workbook.read({ remembered, asChosen: true });
  const nothing = { runId: 'run-1', revision, appends: [], updates: [], removals: [] };
  return workbook.apply({ ...nothing, ...change }, { layout });
}

const add = (path: string, columns = [ID, ACCOUNT]) => write(path, LACKING, { additions: { columns, sheets: [] } });

async function tableOf(path: string): Promise<string> {
  const bytes = (await partsOf(path)).get('xl/tables/table1.xml') ?? '';
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

test('a table is extended to new columns with their headers, and an undo removes them from the table', async () => {
  const path = await own(asTable);
  const before = await tableOf(path);
  const { layout } = await add(path);
  const table = await tableOf(path);
  expect(table).toContain('ref="A1:E3"');
  expect(table).toContain('<autoFilter ref="A1:E3"');
  expect(table).toContain('<tableColumns count="5">');
  expect([...table.matchAll(/<tableColumn id="(\d+)" name="([^"]*)"/g)].map(([, id, name]) => [id, name])).toEqual([
    ...HEADERS.map((name, index) => [String(index + 1), name]),
    ['4', 'Transaction ID'],
    ['5', 'Account'],
  ]);
  await write(path, layout, { runId: 'run-2', withdrawals: [ID, ACCOUNT] });
  const given = await tableOf(path);
  for (const what of ['ref="A1:C3"', '<tableColumns count="3">'])
    expect([given.includes(what), before.includes(what)]).toEqual([true, true]);
  expect(given).not.toContain('Transaction ID');
});

test('an undo keeps an added column inside of a table if the last column of the table has content', async () => {
  const path = await own(asTable);
  const { layout } = await add(path);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(path);
  const cell = workbook.getWorksheet(SHEET)?.getCell('E2');
  if (cell !== undefined) cell.value = 'Giro';
  await workbook.xlsx.writeFile(path);
  await write(path, layout, { runId: 'run-2', withdrawals: [ID, ACCOUNT] });
  expect(await tableOf(path)).toContain('name="Transaction ID"');
});

test('a filter and its hidden defined name are extended to new columns', async () => {
  const path = await own((sheet) => {
    plain(sheet);
    sheet.autoFilter = 'A1:C3';
  });
  const name = `<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">${SHEET}!$A$1:$C$3</definedName>`;
  const named = await editParts(path, {
    'xl/workbook.xml': (text) => text.replace('</sheets>', `</sheets><definedNames>${name}</definedNames>`),
  });
  await add(named);
  const parts = await partsOf(named);
  expect(parts.get('xl/worksheets/sheet1.xml')).toContain('<autoFilter ref="A1:E3"');
  expect(parts.get('xl/workbook.xml')).toContain('$A$1:$E$3');
});

test('adding columns changes only affected parts of the file, and keeps widths and hidden columns', async () => {
  const path = await own((sheet, workbook) => {
    plain(sheet);
    sheet.columns = [{ width: 12 }, { width: 30 }, { width: 9, hidden: true }];
    workbook.addWorksheet('Mine').getCell('A1').value = 'kept';
  });
  const before = await storedPartsOf(path);
  await add(path);
  const after = await storedPartsOf(path);
  expect([...before.keys()].filter((part) => before.get(part) !== after.get(part)).toSorted()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ]);
  const sheet = (await partsOf(path)).get('xl/worksheets/sheet1.xml') ?? '';
  expect(sheet.match(/<cols>.*<\/cols>/s)?.[0]).toMatch(
    /min="1" .*min="2" .*min="3"[^>]*hidden="1".*min="4"[^>]*hidden="1".*min="5"/s,
  );
});

test('columns are not added to a protected sheet, and nothing is written', async () => {
  const path = join(temporaryFolder(), 'own.xlsx');
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet(SHEET);
  plain(sheet);
  for (const column of [1, 2, 3]) sheet.getColumn(column).protection = { locked: false };
  await sheet.protect('secret', {});
  await workbook.xlsx.writeFile(path);
  const before = await storedPartsOf(path);
  await expect(add(path)).rejects.toMatchObject({ code: 'workbook_protected' });
  expect(await storedPartsOf(path)).toEqual(before);
});

test('LibreOffice opens a workbook with an extended table, and shows its content', async ({ skip }) => {
  const libreOffice = await ensureLibreOffice(temporaryFolder());
  if (libreOffice === null) return skip(NO_LIBRE_OFFICE);
  const path = await own(asTable);
  await write(path, LACKING, {
    additions: {
      columns: [{ ...ID, isHidden: false }, ACCOUNT],
      sheets: [
        { role: 'categories', name: 'Categories', lines: ['Essen & Trinken'] },
        { role: 'rules', name: 'Rules', lines: [] },
      ],
    },
  });
  const shown = await libreOffice.shown([path]);
  expect(shown.get(`own/${SHEET}`)?.[0]).toEqual([...HEADERS, 'Transaction ID', 'Account']);
  expect(shown.get('own/Categories')).toEqual([['Category'], ['Essen & Trinken']]);
  expect(shown.get('own/Rules')?.[0]).toEqual([
    'Description',
    'Category',
    'Min Amount',
    'Max Amount',
    'Account',
    'Rename to',
  ]);
});
