import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import type { WorkbookView } from '../../src/contract/control/workbook.ts';
import type { ColumnsView } from '../../src/cli/output/workbook-text.ts';
import type { Run } from '../../src/core/run.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import { serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';
import { pennyrow, statementFile, type Ended } from './pennyrow.ts';

const HEADERS = ['Date', 'Payee', 'Amount', 'Category', 'Notes'];
const ROWS = [
  [new Date('2026-01-05T00:00:00Z'), 'Bakery', -3.2, 'Food', 'with Ana'],
  [new Date('2026-01-06T00:00:00Z'), 'Rent', -900, 'Home', ''],
  [new Date('2026-01-07T00:00:00Z'), 'Bakery', -4.1, 'Food', 'for the office'],
];

/** A user's workbook with these headers and rows. */
async function ownWorkbook(service: ServiceInUse, headers = HEADERS, rows = ROWS): Promise<string> {
  const file = join(service.folder, 'My money.xlsx');
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Spending');
  sheet.addRow(headers);
  for (const row of rows) sheet.addRow(row);
  await workbook.xlsx.writeFile(file);
  return file;
}

function errorOf({ stderr }: Ended): { readonly code: string; readonly message: string; readonly remedy: string } {
  return (JSON.parse(stderr) as { readonly error: ReturnType<typeof errorOf> }).error;
}

async function sheetNames(file: string): Promise<string[]> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(file);
  return workbook.worksheets.map(({ name }) => name);
}

describe('an existing workbook of the user', () => {
  test('is connected and filled in two commands, and no existing cell changes', async () => {
    const service = await serviceInUse();
    const file = await ownWorkbook(service);
    const before = await exceljsRows(file, 'Spending');
    const refused = await pennyrow(service.folder, 'workbook', 'connect', file, '--json');
    expect([refused.code, errorOf(refused).remedy]).toEqual([1, expect.stringContaining('--add')]);

    const connected = await pennyrow(service.folder, 'workbook', 'connect', file, '--add', '--json');
    expect(connected.code).toBe(0);
    expect(connected.json<WorkbookView>()).toMatchObject({
      place: { path: file },
      problem: null,
      missingSheets: [],
      notes: [],
    });
    const rows = await exceljsRows(file, 'Spending');
    expect(rows.map((row) => Object.fromEntries(HEADERS.map((name) => [name, row[name]])))).toEqual(before);
    expect(Object.keys(rows[0] ?? {}).slice(0, 6)).toEqual([...HEADERS, 'Transaction ID']);
    expect(rows.every((row) => row['Transaction ID'] === null)).toBe(true);
    expect(await sheetNames(file)).toEqual(['Spending', 'Categories', 'Rules']);
    expect(await exceljsRows(file, 'Categories')).toEqual([{ Category: 'Food' }, { Category: 'Home' }]);

    expect((await service.import(statementFile(service.folder, ['Coffee']))).counts.added).toBe(1);
    expect((await exceljsRows(file, 'Spending')).at(-1)).toMatchObject({
      Payee: 'Coffee',
      Amount: -1.5,
      'Transaction ID': expect.stringMatching(/.+/),
      Notes: null,
    });
    expect((await pennyrow(service.folder, 'rule', 'add', 'coffee', 'Food')).code).toBe(0);
  });

  test('gets columns and sheets with names in the language of its columns', async () => {
    const service = await serviceInUse();
    const headers = ['Datum', 'Empfänger', 'Betrag', 'Kategorie', 'Notiz'];
    const file = await ownWorkbook(service, headers);
    expect((await pennyrow(service.folder, 'workbook', 'connect', file, '--add')).code).toBe(0);
    expect(await sheetNames(file)).toEqual(['Spending', 'Kategorien', 'Regeln']);
    const [row = {}] = await exceljsRows(file, 'Spending');
    expect(Object.keys(row).slice(5)).toEqual(['Umsatz-ID', 'Konto', 'Konto-ID', 'Hinzugefügt am', 'Währung']);
    expect(await exceljsRows(file, 'Kategorien')).toEqual([{ Kategorie: 'Food' }, { Kategorie: 'Home' }]);
    expect((await pennyrow(service.folder, 'rule', 'add', 'coffee', 'Food')).code).toBe(0);
    expect(await exceljsRows(file, 'Regeln')).toMatchObject([{ Beschreibung: 'coffee', Kategorie: 'Food' }]);
    await service.import(statementFile(service.folder, ['Coffee']));
    expect((await exceljsRows(file, 'Spending')).at(-1)).toMatchObject({
      Empfänger: 'Coffee',
      Kategorie: 'Food',
      'Umsatz-ID': expect.stringMatching(/.+/),
    });
    // Another installation recognizes the sheets and columns, and adds none.
    const other = await serviceInUse();
    const connected = await pennyrow(other.folder, 'workbook', 'connect', file, '--add', '--json');
    expect(connected.json<WorkbookView>()).toMatchObject({ problem: null, missingSheets: [], notes: [] });
    expect(Object.keys((await exceljsRows(file, 'Spending'))[0] ?? {})).toEqual(Object.keys(row));
    expect(await sheetNames(file)).toEqual(['Spending', 'Kategorien', 'Regeln']);
    expect((await pennyrow(other.folder, 'rule', 'list', '--json')).stdout).toContain('coffee');
  });

  test.each([
    ['unknown names of columns', ['When', 'Payee', 'Kopeks'], 'amount=Kopeks'],
    ['no column for ids', HEADERS, null],
    ['no cells', [], 'Write the names Date, Description and Amount into its first line'],
  ] as const)('with %s is connected by following the remedy of the error', async (_what, headers, expected) => {
    const service = await serviceInUse();
    const file = await ownWorkbook(service, [...headers], headers.length === 0 ? [] : ROWS);
    const refused = await pennyrow(service.folder, 'workbook', 'connect', file, '--json');
    const again = await pennyrow(service.folder, 'workbook', 'connect', file, '--add', '--json');
    const { remedy } = errorOf(refused);
    if (expected === null) {
      expect(remedy).toContain('the same command with --add');
      return expect(again.code).toBe(0);
    }
    expect([again.code, errorOf(again).remedy]).toEqual([1, remedy]);
    if (headers.length === 0) {
      expect(remedy).toContain(expected);
      const workbook = new ExcelJS.Workbook();
      await workbook.xlsx.readFile(file);
      workbook.worksheets[0]?.addRow(['Date', 'Description', 'Amount']);
      await workbook.xlsx.writeFile(file);
      return expect((await pennyrow(service.folder, 'workbook', 'connect', file, '--add')).code).toBe(0);
    }
    expect(remedy).toContain(`columns FILE --map ${expected.replace('Kopeks', 'HEADER')} --add`);
    expect((await pennyrow(service.folder, 'workbook', 'columns', file, '--map', expected, '--add')).code).toBe(0);
  });

  test('gets no ids in a column of notes, and the error quotes the texts in that column', async () => {
    const service = await serviceInUse();
    const file = await ownWorkbook(service);
    const before = await exceljsRows(file, 'Spending');
    const mappingArguments = ['workbook', 'columns', file, '--map', 'transactionId=Notes', '--json'];
    const refused = await pennyrow(service.folder, ...mappingArguments);
    expect(refused.code).toBe(1);
    expect(errorOf(refused)).toMatchObject({
      code: 'workbook_column_content',
      message: 'The column “Notes” holds “with Ana” and “for the office”: these are no transaction ids.',
      remedy: expect.stringContaining('--add'),
    });
    expect(await exceljsRows(file, 'Spending')).toEqual(before);
    // Neither this workbook nor the unused default one is connected.
    expect(await service.client.call('workbook.get', { accountId: service.accountId })).toBeNull();
  });

  test('gets a new column for amounts only on request, because a column with an unknown name may contain them', async () => {
    const service = await serviceInUse();
    const file = await ownWorkbook(service, ['Date', 'Payee', 'Kopeks', 'Category', 'Notes']);
    const before = readFileSync(file);
    const columns = await pennyrow(service.folder, 'workbook', 'columns', file, '--add', '--json');
    expect([columns.code, errorOf(columns)]).toMatchObject([
      2,
      { code: 'input_columns', message: 'No column of the sheet “Spending” is chosen for amount.' },
    ]);
    expect(errorOf(columns).remedy).toContain('amount=HEADER');
    const connected = await pennyrow(service.folder, 'workbook', 'connect', file, '--add', '--json');
    expect([connected.code, errorOf(connected)]).toMatchObject([
      1,
      { message: expect.stringMatching(/are not recognized: its sheet “Spending” has none for .*Amount/) },
    ]);
    expect(errorOf(connected).remedy).toContain('--map');
    expect(readFileSync(file).equals(before)).toBe(true);

    const addArguments = ['--add-only', 'amount,transactionId', '--json'];
    expect((await pennyrow(service.folder, 'workbook', 'connect', file, ...addArguments)).code).toBe(0);
    expect(Object.keys((await exceljsRows(file, 'Spending'))[0] ?? {}).slice(5)).toEqual(['Amount', 'Transaction ID']);
  });

  test('is shown with the columns and sheets to add, and the user can undo the addition while they are empty', async () => {
    const service = await serviceInUse();
    const file = await ownWorkbook(service);
    const columns = (...args: readonly string[]) => pennyrow(service.folder, 'workbook', 'columns', ...args);
    const view = (await columns(file, '--json')).json<ColumnsView>();
    expect(view.canBeAdded).toEqual({
      columns: [
        { column: 'transactionId', letter: 'F', header: 'Transaction ID' },
        { column: 'account', letter: 'G', header: 'Account' },
        { column: 'accountId', letter: 'H', header: 'Account ID' },
        { column: 'dateAdded', letter: 'I', header: 'Date Added' },
        { column: 'currency', letter: 'J', header: 'Currency' },
      ],
      sheets: ['Categories', 'Rules'],
    });
    expect((await columns(file)).stdout.replaceAll(/\s+/g, ' ')).toContain(
      'Can be added: the columns Transaction ID (F), Account (G), Account ID (H), Date Added (I), and Currency (J) and the sheets Categories and Rules.',
    );
    expect((await columns(file, '--add-only', 'transactionId,rent', '--json')).code).toBe(2);
    expect((await columns(file, '--add-only', 'transactionId,currency', '--hide')).code).toBe(0);
    const [run] = (await pennyrow(service.folder, 'runs', 'list', '--json')).json<readonly Run[]>();
    expect(run).toMatchObject({
      kind: 'additions',
      status: 'succeeded',
      counts: { additions: 2 },
      messages: [{ message: 'Columns were added: Transaction ID and Currency.' }],
    });

    const rules = await columns('--add-only', 'rules', '--json');
    expect([rules.code, rules.json<Run>()]).toMatchObject([0, { kind: 'additions', counts: { additions: 1 } }]);
    expect(await sheetNames(file)).toEqual(['Spending', 'Rules']);
    const undone = await pennyrow(service.folder, 'undo', run?.id ?? '', '--json');
    expect(undone.code).toBe(0);
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.readFile(file);
    expect(workbook.getWorksheet('Spending')?.getRow(1).values).toEqual([undefined, ...HEADERS]);
  });
});
