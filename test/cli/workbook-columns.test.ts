import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { WorkbookView } from '../../src/contract/control/workbook.ts';
import type { ColumnsView } from '../../src/cli/output/workbook-text.ts';
import { exceljsRows } from '../support/exceljs-person.ts';
import { foreignWorkbook, loseIds } from '../support/foreign-workbook.ts';
import { serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';
import { pennyrow, statementFile, type Ended } from './pennyrow.ts';

const ID = 6;

function usedAs({ columns }: ColumnsView): Record<string, string | null> {
  return Object.fromEntries(columns.map(({ header, column }) => [header, column]));
}

function problemOf({ stderr }: Ended): { readonly code: string; readonly message: string; readonly remedy: string } {
  return (
    JSON.parse(stderr) as {
      readonly error: { readonly code: string; readonly message: string; readonly remedy: string };
    }
  ).error;
}

/** A running service, and the command `workbook columns` on its data folder. */
async function shell(): Promise<{
  readonly service: ServiceInUse;
  columns(...args: readonly string[]): Promise<Ended>;
}> {
  const service = await serviceInUse();
  return { service, columns: (...args) => pennyrow(service.folder, 'workbook', 'columns', ...args) };
}

describe('a file with custom column names', () => {
  async function foreign(): Promise<Awaited<ReturnType<typeof shell>> & { readonly file: string }> {
    const { service, columns } = await shell();
    const file = join(service.folder, 'Haushalt.xlsx');
    await foreignWorkbook(file);
    return { service, columns, file };
  }

  test('is not connected before its columns are mapped; missing ones are reported with the option that maps them', async () => {
    const { service, columns, file } = await foreign();
    const refused = await pennyrow(service.folder, 'workbook', 'connect', file, '--json');
    expect(refused.code).toBe(1);
    expect(problemOf(refused)).toMatchObject({
      code: 'workbook_sheet_missing',
      message: 'The columns of “Haushalt.xlsx” are not recognized: its sheet “Umsätze” has none for Transaction ID.',
      remedy: expect.stringContaining('pennyrow workbook columns FILE --map'),
    });
    const view = (await columns(file, '--json')).json<ColumnsView>();
    expect(view).toMatchObject({
      workbook: file,
      state: 'file',
      sheet: 'Umsätze',
      headerRow: 1,
      preset: null,
      missing: ['transactionId'],
      sheets: ['Übersicht'],
    });
    expect(usedAs(view)).toEqual({
      Datum: 'date',
      Verwendungszweck: 'description',
      Betrag: 'amount',
      Kategorie: 'category',
      Kennzeichen: null,
      Notiz: null,
    });
    expect(view.columns[1]).toMatchObject({ letter: 'B', sample: 'Bäckerei' });
    const { stdout } = await columns(file);
    expect(stdout).toMatch(/^E +Kennzeichen +-/m);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      `Not recognized, and needed: transactionId. Say which ones they are, by header or letter: \`pennyrow workbook columns "${file}" --map transactionId=HEADER\``,
    );
  });

  test('is connected with the mapping after a dry run, and no existing cell changes', async () => {
    const { service, columns, file } = await foreign();
    const before = await exceljsRows(file, 'Umsätze');
    const tried = await columns(file, '--map', 'transactionId=kennzeichen,category=', '--dry-run', '--json');
    expect(tried.code).toBe(0);
    expect(usedAs(tried.json<ColumnsView>())).toMatchObject({ Kategorie: null, Kennzeichen: 'transactionId' });
    expect((await columns(file, '--map', 'amount=', '--dry-run')).code).toBe(1);
    const unknown = await columns(file, '--map', 'transactionId=Nummer', '--json');
    expect(unknown.code).toBe(2);
    expect(problemOf(unknown)).toMatchObject({
      code: 'input_columns',
      message: expect.stringContaining('Kennzeichen (E)'),
    });
    expect(problemOf(await columns(file, '--map', 'category=D', '--json'))).toMatchObject({
      code: 'input_columns',
      message: 'No column of the sheet “Umsätze” is chosen for transactionId.',
    });
    expect(await service.client.call('workbook.get', { accountId: service.accountId })).toMatchObject({
      place: { path: service.workbookPath },
    });

    expect((await columns(file, '--map', 'transactionId=E', '--json')).json<WorkbookView>()).toMatchObject({
      place: { path: file },
      problem: null,
    });
    expect(await exceljsRows(file, 'Umsätze')).toEqual(before);
    expect((await service.import(statementFile(service.folder, ['Coffee']))).counts.added).toBe(1);
    expect(await exceljsRows(file, 'Umsätze')).toMatchObject([
      ...before,
      { Verwendungszweck: 'Coffee', Betrag: -1.5, Kennzeichen: expect.stringMatching(/.+/), Notiz: null },
    ]);
  });
});

describe('the columns of the workbook', () => {
  test('are listed, and can be changed', async () => {
    const { service, columns } = await shell();
    await service.import(statementFile(service.folder, ['Coffee']));
    const view = (await columns('--json')).json<ColumnsView>();
    expect(view).toMatchObject({ state: 'connected', sheet: 'Transactions', preset: 'pennyrow', missing: [] });
    expect(view.columns).toContainEqual({
      letter: 'B',
      header: 'Description',
      column: 'description',
      sample: 'Coffee',
    });
    expect((await columns('--map', 'account=')).stdout).toMatch(/^The columns are set\.\n/);
    expect(usedAs((await columns('--json')).json<ColumnsView>())).toMatchObject({ Account: null, Amount: 'amount' });
  });

  test('can be mapped again after one was lost, without duplicate rows', async () => {
    const { service, columns } = await shell();
    const statement = statementFile(service.folder, ['Coffee', 'Rent', 'Bus', 'Books', 'Tea']);
    await service.import(statement);
    await loseIds(service.workbookPath, ID + 1);
    await service.person.moveColumn('Transactions', ID, 0);
    expect(await service.import(statementFile(service.folder, ['Cinema'], 'next.ofx'))).toMatchObject({
      status: 'failed',
      messages: [{ code: 'workbook_column_lost' }],
    });
    expect((await columns('--json')).json<ColumnsView>().missing).toEqual(['transactionId']);
    expect((await columns('--map', 'transactionId=Bank reference')).code).toBe(0);
    expect((await service.import(statement)).counts.added).toBe(0);
    expect((await service.rows()).map(({ Description }) => Description)).toEqual([
      'Coffee',
      'Rent',
      'Bus',
      'Books',
      'Tea',
    ]);
  });

  test('need --anyway if the column for ids contains none that Pennyrow wrote', async () => {
    const { service, columns } = await shell();
    await service.import(statementFile(service.folder, ['Coffee']));
    const map = ['--map', 'transactionId=Account ID,accountId='];
    expect(problemOf(await columns(...map, '--json')).code).toBe('workbook_map_unknown');
    expect((await columns(...map, '--anyway', '--json')).json<WorkbookView>().columns).toContainEqual(
      expect.objectContaining({ column: 'transactionId', header: 'Account ID' }),
    );
  });
});
