import { rmSync } from 'node:fs';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import type { WorkbookView } from '../../src/contract/control/workbook.ts';
import type { Run } from '../../src/core/run.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { pennyrow, statementOf, type StatementLine } from './pennyrow.ts';

const SHEET = 'Money';

/** A user's sheet with two rows. */
async function ownWorkbook(
  folder: string,
  headers = ['Date', 'Payee', 'Amount', 'Category', 'Notes'],
): Promise<string> {
  const file = join(folder, 'Money.xlsx');
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet(SHEET);
  sheet.addRow(headers);
  sheet.addRow([new Date('2026-01-03T00:00:00Z'), 'Rent', -900, 'Home', 'two months behind']);
  sheet.addRow([new Date('2026-01-05T00:00:00Z'), 'Bakery', -3.2, 'Food', null]);
  await workbook.xlsx.writeFile(file);
  return file;
}

const BANK: readonly StatementLine[] = [
  { date: '2026-01-03', amount: '-900.00', text: 'Rent', memo: 'Linden Court 12, standing order 7781' },
  { date: '2026-01-05', amount: '-3.20', text: 'Bakery', memo: 'card 4711 purchase at 08:12 Springfield' },
  { date: '2026-01-07', amount: '-12.50', text: 'Cinema', memo: '=HYPERLINK("x") tickets' },
  { date: '2026-01-08', amount: '-4.00', text: 'Coffee', memo: 'Coffee' },
  { date: '2026-01-08', amount: '-4.10', text: 'Tram' },
];

/** Payee, category and notes as another program reads them, from the first row on. */
async function cells(file: string): Promise<readonly (readonly unknown[])[]> {
  return (await exceljsRows(file, SHEET)).map((row) => [row['Payee'], row['Category'], row['Notes']]);
}

const TYPED = [
  ['Rent', 'Home', 'two months behind'],
  ['Bakery', 'Food', null],
];
const ADDED = [
  ['Cinema', null, '=HYPERLINK("x") tickets'],
  ['Coffee', null, null],
  ['Tram', null, null],
];

async function connected(folder: string): Promise<string> {
  const file = await ownWorkbook(folder);
  const { code, stderr } = await pennyrow(folder, 'workbook', 'connect', file, '--add');
  expect([code, stderr]).toEqual([0, '']);
  return file;
}

async function importInto(folder: string, lines: readonly StatementLine[], name: string): Promise<Run> {
  const { code, stderr, json } = await pennyrow(folder, 'import', statementOf(folder, lines, name), '--json');
  expect([code, stderr]).toEqual([0, '']);
  return json<Run>();
}

async function edit(file: string, change: (sheet: ExcelJS.Worksheet) => void): Promise<void> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(file);
  change(book.getWorksheet(SHEET) as ExcelJS.Worksheet);
  await book.xlsx.writeFile(file);
}

describe('a sheet with a column for payees and one for notes', () => {
  test('gets payee and notes in separate columns after two commands, and existing rows are recognized', async () => {
    const folder = temporaryFolder();
    const file = await ownWorkbook(folder);
    const connected = await pennyrow(folder, 'workbook', 'connect', file, '--add', '--json');
    expect([connected.code, connected.stderr]).toEqual([0, '']);
    expect(connected.json<WorkbookView>().columns).toEqual(
      expect.arrayContaining([
        { column: 'description', header: 'Payee', letter: 'B' },
        { column: 'notes', header: 'Notes', letter: 'E' },
      ]),
    );
    const { counts } = await importInto(folder, BANK, 'january.ofx');
    expect(counts).toMatchObject({ added: 3, alreadyThere: 2, possibleDuplicates: 0 });
    expect(await cells(file)).toEqual([...TYPED, ...ADDED]);
    const shown = await pennyrow(folder, 'workbook', 'show');
    expect(shown.stdout.replaceAll(/\s+/g, ' ')).toContain(
      'New rows get the payee in “Payee” and what it was for in “Notes”, if the bank reports both.',
    );
    const exported = await pennyrow(folder, 'export', '--format', 'json');
    expect([exported.code, exported.stdout]).toEqual([0, expect.stringContaining('"Cinema"')]);
    expect(exported.stdout).not.toContain('tickets');
    expect((await importInto(folder, BANK, 'again.ofx')).counts).toMatchObject({ added: 0, updated: 0, kept: 0 });
  });

  test('gets the bank’s corrections only in the column for payees, and an undo restores the corrected cells', async () => {
    const folder = temporaryFolder();
    const file = await connected(folder);
    const first = await importInto(folder, BANK, 'january.ofx');
    await edit(file, (sheet) => (sheet.getCell('E5').value = 'mine'));
    const restated = BANK.map((line) => ({
      ...line,
      text: line.text === 'Cinema' ? 'Cinema Royal' : line.text,
      memo: 'said otherwise',
    }));
    const corrected = await importInto(folder, restated.slice(0, 4), 'corrected.ofx');
    expect(corrected.counts).toMatchObject({ added: 0, updated: 2 });
    expect(await cells(file)).toEqual([
      ...TYPED,
      ['Cinema Royal', null, '=HYPERLINK("x") tickets'],
      // The first import wrote the full text here, because payee and memo were equal, so this import does too.
      ['Coffee - said otherwise', null, 'mine'],
      ['Tram', null, null],
    ]);
    const undone = await pennyrow(folder, 'undo', corrected.id, '--json');
    expect([undone.code, undone.json<Run>().counts]).toMatchObject([0, { updated: 2, kept: 0 }]);
    expect((await cells(file)).slice(2)).toEqual([ADDED[0], ['Coffee', null, 'mine'], ADDED[2]]);
    // The user's note beside the coffee prevents the removal of its row.
    const all = await pennyrow(folder, 'undo', first.id, '--json');
    expect([all.code, all.json<Run>().counts]).toMatchObject([0, { removed: 2, kept: 1 }]);
    expect((await cells(file)).filter(([payee]) => payee !== null)).toEqual([...TYPED, ['Coffee', null, 'mine']]);
    expect((await importInto(folder, BANK, 'again.ofx')).counts).toMatchObject({ added: 2, kept: 0 });
    const filled = await cells(file);
    expect(filled).toHaveLength(5);
    expect(filled).toEqual(expect.arrayContaining([...TYPED, ADDED[0], ['Coffee', null, 'mine'], ADDED[2]]));
  });

  test('has all its rows recognized after the database was lost', async () => {
    const folder = temporaryFolder();
    const file = await connected(folder);
    await importInto(folder, BANK, 'january.ofx');
    await edit(file, (sheet) => (sheet.getCell('E4').value = 'with Ana'));
    const before = await cells(file);
    for (const name of ['pennyrow.db', 'pennyrow.db-wal', 'pennyrow.db-shm', 'backups'])
      rmSync(join(folder, name), { recursive: true, force: true });
    const again = await pennyrow(
      folder,
      'workbook',
      'columns',
      file,
      '--map',
      'transactionId=Transaction ID',
      '--json',
    );
    expect([again.code, again.stderr]).toEqual([0, '']);
    expect((await importInto(folder, BANK, 'again.ofx')).counts).toMatchObject({
      added: 0,
      updated: 0,
      possibleDuplicates: 0,
      kept: 0,
    });
    expect(await cells(file)).toEqual(before);
    // A correction by the bank still changes the payee that Pennyrow wrote.
    const renamed = BANK.map((line) => (line.text === 'Cinema' ? { ...line, text: 'Cinema Royal' } : line));
    expect((await importInto(folder, renamed, 'corrected.ofx')).counts).toMatchObject({ added: 0, updated: 1 });
    expect((await cells(file))[2]).toEqual(['Cinema Royal', null, 'with Ana']);
  });

  test('gets payee and notes in one column until the user maps the notes, and again once the mapping is removed', async () => {
    const folder = temporaryFolder();
    const file = await ownWorkbook(folder);
    const without = await pennyrow(folder, 'workbook', 'columns', file, '--map', 'notes=', '--add', '--json');
    expect([without.code, without.stderr]).toEqual([0, '']);
    await importInto(folder, BANK.slice(2, 3), 'one.ofx');
    expect((await cells(file))[2]).toEqual(['Cinema - =HYPERLINK("x") tickets', null, null]);
    const set = await pennyrow(folder, 'workbook', 'columns', '--map', 'notes=Notes');
    expect([set.code, set.stdout.replaceAll(/\s+/g, ' ')]).toEqual([
      0,
      expect.stringContaining('New rows get the payee in “Payee” and what it was for in “Notes”'),
    ]);
    const next = { date: '2026-01-09', amount: '-9.90', text: 'Books', memo: 'order 12' };
    const run = await importInto(folder, [...BANK.slice(2, 3), next], 'two.ofx');
    expect(run.counts).toMatchObject({ added: 1, updated: 0, kept: 0 });
    const last = { date: '2026-01-10', amount: '-1.90', text: 'Tea', memo: 'green' };
    expect((await pennyrow(folder, 'workbook', 'columns', '--map', 'notes=')).code).toBe(0);
    expect((await importInto(folder, [...BANK.slice(2, 3), next, last], 'three.ofx')).counts).toMatchObject({
      added: 1,
      updated: 0,
      kept: 0,
    });
    expect((await cells(file)).slice(2)).toEqual([
      ['Cinema - =HYPERLINK("x") tickets', null, null],
      ['Books', null, 'order 12'],
      ['Tea - green', null, null],
    ]);
  });

  test('gets new rows above a note that directly follows the last row', async () => {
    const folder = temporaryFolder();
    const file = await connected(folder);
    await edit(file, (sheet) => (sheet.getCell('E5').value = 'ask the bank'));
    await importInto(folder, BANK, 'january.ofx');
    const filled = (await cells(file)).filter((row) => row.some((cell) => cell !== null && cell !== undefined));
    expect(filled).toEqual([...TYPED, ...ADDED, [null, null, 'ask the bank']]);
  });

  test('gets payee and notes in the column for descriptions if no column for notes is mapped', async () => {
    const folder = temporaryFolder();
    const file = await ownWorkbook(folder, ['Date', 'Description', 'Amount', 'Category', 'Notes']);
    expect((await pennyrow(folder, 'workbook', 'connect', file, '--add')).code).toBe(0);
    await importInto(folder, BANK.slice(2, 3), 'one.ofx');
    expect((await exceljsRows(file, SHEET))[2]).toMatchObject({
      Description: 'Cinema - =HYPERLINK("x") tickets',
      Notes: null,
    });
  });
});
