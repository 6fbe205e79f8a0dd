import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import type { WorkbookView } from '../../src/contract/control/workbook.ts';
import type { Run } from '../../src/core/run.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import { ensureLibreOffice } from '../support/libre-office.ts';
import { serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { pennyrow, statementOf, type Ended } from './pennyrow.ts';

const MINUTE = 60_000;
const HEADERS = ['Datum', 'Empfänger', 'Einnahmen', 'Ausgaben', 'Notiz'];
const SHEET = 'Haushalt';

type Typed = readonly [day: string, text: string, moneyIn: number | string | null, moneyOut: number | string | null];

const TYPED: readonly Typed[] = [
  ['2026-01-02', 'Gehalt', 2400, null],
  ['2026-01-03', 'Miete', null, 900],
  ['2026-01-05', 'Bäckerei', null, 3.2],
];

/** A user's workbook, with a formula beside the table that sums both columns of amounts. */
async function ownWorkbook(service: ServiceInUse, typed: readonly Typed[] = TYPED): Promise<string> {
  const file = join(service.folder, 'Haushalt.xlsx');
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet(SHEET);
  sheet.addRow(HEADERS);
  for (const [day, text, moneyIn, moneyOut] of typed)
    sheet.addRow([new Date(`${day}T00:00:00Z`), text, moneyIn, moneyOut, '']);
  sheet.getColumn(3).numFmt = '#,##0.00';
  sheet.getColumn(4).numFmt = '#,##0.00';
  sheet.getCell('H1').value = 'Übrig';
  sheet.getCell('H2').value = { formula: 'SUM(C:C)-SUM(D:D)', result: 0, date1904: false };
  await workbook.xlsx.writeFile(file);
  return file;
}

function errorOf({ stderr }: Ended): { readonly code: string; readonly message: string } {
  return (JSON.parse(stderr) as { readonly error: ReturnType<typeof errorOf> }).error;
}

/** The payee and the two amounts of each row, as another program reads them. */
async function money(file: string): Promise<readonly (readonly unknown[])[]> {
  return (await exceljsRows(file, SHEET)).map((row) => [row['Empfänger'], row['Einnahmen'], row['Ausgaben']]);
}

const BANK = [
  { date: '2026-01-03', amount: '-900.00', text: 'Miete' },
  { date: '2026-01-05', amount: '-3.20', text: 'Bäckerei' },
  { date: '2026-01-07', amount: '-12.50', text: 'Kino' },
  { date: '2026-01-08', amount: '40.00', text: 'Erstattung' },
];

describe('a sheet with a column for money in and one for money out', () => {
  test('is connected and filled in two commands: each amount goes into the correct column, and nothing else changes', async () => {
    const service = await serviceInUse();
    const file = await ownWorkbook(service);
    const connected = await pennyrow(service.folder, 'workbook', 'connect', file, '--add', '--json');
    expect([connected.code, connected.stderr]).toEqual([0, '']);
    const { columns, notes } = connected.json<WorkbookView>();
    expect(columns).toEqual(
      expect.arrayContaining([
        { column: 'moneyIn', header: 'Einnahmen', letter: 'C' },
        { column: 'moneyOut', header: 'Ausgaben', letter: 'D' },
      ]),
    );
    expect([columns.some(({ column }) => column === 'amount'), notes]).toEqual([false, []]);

    const statement = statementOf(service.folder, BANK, 'january.ofx');
    const imported = await pennyrow(service.folder, 'import', statement);
    expect([imported.code, imported.stderr]).toEqual([0, '']);
    expect(imported.stdout).toMatch(/2 added/);
    expect(await money(file)).toEqual([
      ['Gehalt', 2400, null],
      ['Miete', null, 900],
      ['Bäckerei', null, 3.2],
      ['Kino', null, 12.5],
      ['Erstattung', 40, null],
    ]);
    const book = new ExcelJS.Workbook();
    await book.xlsx.readFile(file);
    // A new cell below a blank cell has the format of the cell beside it.
    expect([book.getWorksheet(SHEET)?.getCell('C6').numFmt, book.getWorksheet(SHEET)?.getCell('D5').numFmt]).toEqual([
      '#,##0.00',
      '#,##0.00',
    ]);
    const { body } = await service.get('/api/v2/transactions?start_date=2026-01-01&end_date=2026-01-31');
    expect(JSON.stringify(body)).toContain('"amount":"-12.50"');
    expect(JSON.stringify(body)).toContain('"amount":"40.00"');
    expect(JSON.stringify(body)).not.toContain('moneyOut');

    const shown = await pennyrow(service.folder, 'workbook', 'columns');
    expect([shown.code, shown.stdout]).toEqual([
      0,
      expect.stringMatching(/Einnahmen\s+moneyIn\s[^]*Ausgaben\s+moneyOut\s/),
    ]);

    const again = await pennyrow(service.folder, 'import', statementOf(service.folder, BANK, 'again.ofx'), '--json');
    expect(again.json<Run>().counts.added).toBe(0);
  });

  test('swaps its cells if the bank reverses an amount, and an undo swaps them back', async () => {
    const service = await serviceInUse();
    const file = await ownWorkbook(service);
    expect((await pennyrow(service.folder, 'workbook', 'connect', file, '--add')).code).toBe(0);
    await service.import(statementOf(service.folder, BANK, 'january.ofx'));
    const turned = BANK.map((line) => (line.text === 'Kino' ? { ...line, amount: '12.50' } : line));
    const corrected = await pennyrow(
      service.folder,
      'import',
      statementOf(service.folder, turned, 'corrected.ofx'),
      '--json',
    );
    expect([corrected.code, corrected.json<Run>().counts]).toMatchObject([0, { added: 0, updated: 1 }]);
    expect((await money(file))[3]).toEqual(['Kino', 12.5, null]);
    const undone = await pennyrow(service.folder, 'undo', corrected.json<Run>().id, '--json');
    expect([undone.code, undone.json<Run>().counts]).toMatchObject([0, { updated: 1, kept: 0 }]);
    expect((await money(file))[3]).toEqual(['Kino', null, 12.5]);
  });

  test('keeps the user’s input: an amount in both columns is reported, and no correction overwrites it', async () => {
    const service = await serviceInUse();
    const file = await ownWorkbook(service);
    expect((await pennyrow(service.folder, 'workbook', 'connect', file, '--add')).code).toBe(0);
    const run = await service.import(statementOf(service.folder, BANK, 'january.ofx'));
    const book = new ExcelJS.Workbook();
    await book.xlsx.readFile(file);
    const sheet = book.getWorksheet(SHEET);
    if (sheet !== undefined) sheet.getCell('C5').value = 5;
    await book.xlsx.writeFile(file);
    const turned = BANK.map((line) => (line.text === 'Kino' ? { ...line, amount: '12.50' } : line));
    expect((await service.import(statementOf(service.folder, turned, 'corrected.ofx'))).counts.updated).toBe(0);
    expect((await money(file))[3]).toEqual(['Kino', 5, 12.5]);
    const view = await pennyrow(service.folder, 'workbook', 'show');
    expect([view.code, view.stdout.replaceAll(/\s+/g, ' ')]).toEqual([
      0,
      expect.stringMatching(
        /Row 5 has an amount both in the column for money in and in the one for money out: 5(\.00)? \/ 12\.50?/,
      ),
    ]);
    // The undo keeps the row that the user changed, and removes the other one.
    const undone = await pennyrow(service.folder, 'undo', run.id, '--json');
    expect(undone.json<Run>().counts).toMatchObject({ removed: 1, kept: 1 });
    expect(await money(file)).toHaveLength(4);
  });

  test('gets negative amounts for money out if its existing rows have them', async () => {
    const service = await serviceInUse();
    const file = await ownWorkbook(service, [
      ['2026-01-03', 'Miete', null, -900],
      ['2026-01-05', 'Bäckerei', 0, -3.2],
    ]);
    expect((await pennyrow(service.folder, 'workbook', 'connect', file, '--add')).code).toBe(0);
    expect((await service.import(statementOf(service.folder, BANK, 'january.ofx'))).counts).toMatchObject({
      added: 2,
      alreadyThere: 2,
    });
    expect(await money(file)).toEqual([
      ['Miete', null, -900],
      ['Bäckerei', 0, -3.2],
      ['Kino', null, -12.5],
      ['Erstattung', 40, null],
    ]);
  });

  test('can be mapped by column letters if the headers are unknown, but a mapping of only one of the two columns is rejected', async () => {
    const service = await serviceInUse();
    const file = await ownWorkbook(service);
    const book = new ExcelJS.Workbook();
    await book.xlsx.readFile(file);
    const sheet = book.getWorksheet(SHEET);
    if (sheet !== undefined) [sheet.getCell('C1').value, sheet.getCell('D1').value] = ['Da', 'Weg'];
    await book.xlsx.writeFile(file);
    const columns = (map: string): Promise<Ended> =>
      pennyrow(service.folder, 'workbook', 'columns', file, '--map', map, '--add', '--json');
    const unknown = await pennyrow(service.folder, 'workbook', 'connect', file, '--add', '--json');
    expect([unknown.code, errorOf(unknown)]).toMatchObject([1, { code: 'workbook_sheet_missing' }]);
    const half = await columns('moneyIn=Da');
    expect([half.code, errorOf(half)]).toMatchObject([
      2,
      { message: 'Amounts are in one column, or in two: one for money in and one for money out.' },
    ]);
    const both = await columns('moneyIn=Da,moneyOut=Weg,amount=Weg');
    expect([both.code, errorOf(both)]).toMatchObject([
      2,
      { message: 'Amounts are in one column, or in two: one for money in and one for money out.' },
    ]);
    const wrong = await columns('moneyIn=Empfänger,moneyOut=Weg,description=Notiz');
    expect([wrong.code, errorOf(wrong)]).toMatchObject([1, { code: 'workbook_column_content' }]);
    expect(await exceljsRows(file, SHEET)).toHaveLength(TYPED.length);
    const set = await columns('money-in=Da,money-out=D');
    expect([set.code, set.stderr]).toEqual([0, '']);
    expect((await service.import(statementOf(service.folder, BANK, 'january.ofx'))).counts).toMatchObject({
      added: 2,
      alreadyThere: 2,
    });
  });

  test('has a sum that LibreOffice updates with the new amounts', { timeout: 10 * MINUTE }, async ({ skip }) => {
    const libreOffice = await ensureLibreOffice(temporaryFolder());
    if (libreOffice === null) return skip('no LibreOffice Calc on this machine');
    const service = await serviceInUse();
    const file = await ownWorkbook(service);
    const office = join(service.folder, 'office');
    mkdirSync(office);
    // LibreOffice saves the file first, because users' files come from other programs.
    await libreOffice.save([file], office);
    const own = join(office, 'Haushalt.xlsx');
    expect((await pennyrow(service.folder, 'workbook', 'connect', own, '--add')).code).toBe(0);
    expect((await service.import(statementOf(service.folder, BANK, 'january.ofx'))).counts.added).toBe(2);
    const lines = (await libreOffice.shown([own])).get(`Haushalt/${SHEET}`) ?? [];
    expect(lines[1]?.[7]).toBe('1524.3');
    expect(lines.slice(4).map((line) => line.slice(1, 4))).toEqual([
      ['Kino', '', '12.5'],
      ['Erstattung', '40', ''],
    ]);
  });
});
