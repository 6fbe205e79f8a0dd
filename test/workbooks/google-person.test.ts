import { describe, expect, test } from 'vitest';
import { COLUMN, SHEET, transaction, valuesOf, type WorkbookSession } from '../contracts/workbook-session.ts';
import { eachWithSpreadsheet } from '../support/each-with-spreadsheet.ts';
import type { GoogleAccount, OpenSpreadsheet } from '../support/google-account.ts';

let account: GoogleAccount;
let sheet: OpenSpreadsheet;
let session: WorkbookSession;
eachWithSpreadsheet(
  (given) => {
    ({ account, sheet, session } = given);
  },
  { prepare: (original) => original.session.append(transaction(1), transaction(2)), spareRows: 40 },
);

const ids = async () => (await session.read()).rows.map(({ transactionId }) => transactionId);
const appended = async () => {
  await session.append(transaction(3));
  return (await session.read()).rows.map(valuesOf);
};
const three = [transaction(1), transaction(2), transaction(3)];

describe('a spreadsheet that a user changes', () => {
  test.each<[string, (hand: OpenSpreadsheet['hand']) => Promise<unknown>]>([
    [
      'renames every column',
      async (hand) => {
        for (const [index, name] of [
          'Tag',
          'Text',
          'Betrag',
          'Kategorie',
          'Konto',
          'Nr.',
          'Kennung',
          'Neu am',
          'Geld',
        ].entries())
          await hand.type(SHEET, 1, index, name);
      },
    ],
    [
      'moves and renames columns',
      async (hand) => {
        await hand.type(SHEET, 1, COLUMN.category, 'Kategorie');
        await hand.moveColumn(SHEET, COLUMN.category, 0);
        await hand.moveColumn(SHEET, 5, 2);
      },
    ],
    [
      'inserts columns',
      async (hand) => {
        for (const at of [0, 2, 5]) {
          await hand.insertColumn(SHEET, at);
          await hand.type(SHEET, 1, at, `Own ${at}`);
        }
      },
    ],
    ['changes the order of the tabs', (hand) => hand.reorderSheets(['Rules', 'Categories', SHEET])],
    [
      'renames all tabs',
      async (hand) => {
        for (const name of [SHEET, 'Categories', 'Rules']) await hand.renameSheet(name, `My ${name}'s "tab"`);
      },
    ],
    [
      'hides columns and rows',
      async (hand) => {
        await hand.hideColumn(SHEET, COLUMN.transactionId);
        await hand.hideRow(SHEET, 3);
        await hand.hideRow(SHEET, 4);
      },
    ],
    ['hides the sheet', (hand) => hand.hideSheet(SHEET)],
    ['filters the rows', (hand) => hand.filter(SHEET, 'A1:I3', COLUMN.description, ['Corner shop 2'])],
    ['removes the filter', (hand) => hand.clearFilter(SHEET)],
    [
      'freezes and colors rows',
      async (hand) => {
        await hand.freezeRows(SHEET, 3);
        await hand.band(SHEET, 'A1:I3');
      },
    ],
    ['protects the header with a warning', (hand) => hand.protect(SHEET, { a1: 'A1:I1', warningOnly: true })],
    ['switches to German dates', (hand) => hand.setLocale('de_DE')],
    ['stars the file', (hand) => hand.star()],
  ])('gets new rows in the right place after a user %s', async (_name, person) => {
    await person(sheet.hand);
    expect(await appended()).toEqual(three);
  });

  test('gets new rows only in the original sheet after a user duplicates the sheet', async () => {
    await sheet.hand.duplicateSheet(SHEET, 'Copy');
    await sheet.hand.reorderSheets(['Copy']);
    expect(await appended()).toEqual(three);
    expect(await sheet.hand.shown('Copy')).toHaveLength(3);
  });

  test('gets new rows below the last row after a user sorts by amount', async () => {
    await sheet.hand.sort(SHEET, 'A2:I3', COLUMN.amount);
    expect((await appended()).map(({ transactionId }) => transactionId)).toEqual(['txn-2', 'txn-1', 'txn-3']);
  });

  test('gets new rows inside the table to which a user converted the list', async () => {
    await sheet.hand.clearFilter(SHEET);
    await sheet.hand.makeTable(SHEET, 'A1:I3');
    expect(await appended()).toEqual(three);
    const { sheets } = await account.api.get(sheet.spreadsheetId, [], 'sheets(tables(range))');
    expect(sheets?.flatMap(({ tables = [] }) => tables.map(({ range }) => range?.endRowIndex))).toEqual([4]);
  });

  test('gets new rows directly below the last row even if a user filled down formulas below it', async () => {
    for (let row = 2; row <= 20; row += 1) await sheet.hand.typeFormula(SHEET, row, 9, `=IF(C${row}="","",C${row}*2)`);
    for (let row = 4; row <= 20; row += 1)
      await sheet.hand.typeFormula(SHEET, row, COLUMN.category, `=IF(C${row}="","","?")`);
    await session.append(transaction(3));
    expect(await ids()).toEqual(['txn-1', 'txn-2', 'txn-3']);
    expect(await sheet.hand.look(SHEET, 4, COLUMN.description)).toBe('Corner shop 3');
    expect([await sheet.hand.look(SHEET, 4, 9), await sheet.hand.look(SHEET, 4, COLUMN.category)]).toEqual([-7, '?']);
    await session.append(transaction(4, { category: 'Food' }));
    expect([await sheet.hand.look(SHEET, 5, 9), await sheet.hand.look(SHEET, 5, COLUMN.category)]).toEqual([
      -9,
      'Food',
    ]);
  });

  test('gets new rows above a total far below, which moves down', async () => {
    await sheet.hand.typeFormula(SHEET, 40, 10, '=SUM(C2:C30)');
    await session.append(transaction(3));
    expect(await ids()).toEqual(['txn-1', 'txn-2', 'txn-3']);
    expect(await sheet.hand.look(SHEET, 41, 10)).toBe(-7.5);
  });
});

describe('a copy of the spreadsheet without its metadata', () => {
  const strip = () =>
    sheet.hand.change(
      ...['pennyrow.sheet', 'pennyrow.column', 'pennyrow.run'].map((metadataKey) => ({
        deleteDeveloperMetadata: { dataFilter: { developerMetadataLookup: { metadataKey } } },
      })),
    );

  test('is recognized by its headers, and the first write adds the metadata again', async () => {
    await strip();
    expect(await appended()).toEqual(three);
    await sheet.hand.type(SHEET, 1, COLUMN.amount, 'Betrag');
    await sheet.hand.moveColumn(SHEET, COLUMN.amount, 8);
    account.fake.clearRequests();
    expect((await session.read()).rows.map(valuesOf)).toEqual(three);
    expect(account.fake.requests.map(({ call }) => call)).toEqual([
      'drive.files.get',
      'sheets.spreadsheets.getByDataFilter',
    ]);
  });

  test('is recognized by its content if a user also renamed and moved a column', async () => {
    await session.read();
    await strip();
    await sheet.hand.type(SHEET, 1, COLUMN.transactionId, 'Kennung');
    await sheet.hand.moveColumn(SHEET, COLUMN.transactionId, 0);
    expect(await appended()).toEqual(three);
  });
});

test('a read is rejected if a user deleted a column, and the error names the column', async () => {
  await session.read();
  await sheet.hand.deleteColumn(SHEET, COLUMN.amount);
  await expect(session.read()).rejects.toMatchObject({
    code: 'workbook_column_lost',
    message: expect.stringContaining('Amount'),
  });
});

describe('two columns with the same metadata', () => {
  const tag = (column: string, position: number) =>
    sheet.hand.change({
      createDeveloperMetadata: {
        developerMetadata: {
          metadataKey: 'pennyrow.column',
          metadataValue: column,
          location: {
            dimensionRange: { sheetId: 1, dimension: 'COLUMNS', startIndex: position, endIndex: position + 1 },
          },
          visibility: 'DOCUMENT',
        },
      },
    });

  test('are distinguished by their headers, and the next write removes the wrong metadata', async () => {
    await tag('amount', 9);
    expect(await appended()).toEqual(three);
    const { sheets } = await account.api.get(
      sheet.spreadsheetId,
      [`${SHEET}!J1:J1`],
      'sheets(data(columnMetadata(developerMetadata(metadataValue))))',
    );
    expect(sheets?.[0]?.data?.[0]?.columnMetadata).toEqual([{}]);
  });

  test('are distinguished by their positions, or rejected if these changed', async () => {
    await session.read();
    await tag('amount', 9);
    await sheet.hand.type(SHEET, 1, COLUMN.amount, 'Betrag');
    expect(await appended()).toEqual(three);
    await tag('amount', 9);
    await sheet.hand.insertColumn(SHEET, 0);
    await sheet.hand.type(SHEET, 1, COLUMN.amount + 1, 'Summe');
    await expect(session.read()).rejects.toMatchObject({ code: 'workbook_ambiguous_column' });
  });
});

test('a deleted column is filled in new rows after a user adds it again', async () => {
  await session.read();
  await sheet.hand.deleteColumn(SHEET, COLUMN.currency);
  await expect(session.read()).rejects.toMatchObject({
    code: 'workbook_column_lost',
    message: expect.stringContaining('Currency'),
  });
  await sheet.hand.type(SHEET, 1, 10, 'Currency');
  await session.append(transaction(3));
  expect((await session.read()).rows.map(({ currency }) => currency)).toEqual(['', '', 'EUR']);
});

test('a user’s values in a column that is not in the remembered layout are read', async () => {
  const {
    columns: { currency: _currency, ...columns },
    ...layout
  } = (await session.read()).layout;
  await sheet.hand.deleteColumn(SHEET, COLUMN.currency);
  await sheet.hand.type(SHEET, 1, 10, 'Currency');
  await sheet.hand.type(SHEET, 2, 10, 'CHF');
  const { rows } = await sheet.workbook.read({ remembered: { ...layout, columns } });
  expect(rows.map(({ currency }) => currency)).toEqual(['CHF', '']);
});

test('new rows have the formats and dropdowns of the last row', async () => {
  const [, last] =
    (
      await account.api.get(
        sheet.spreadsheetId,
        [`${SHEET}!A2:I3`],
        'sheets(data(rowData(values(userEnteredFormat,dataValidation))))',
      )
    ).sheets?.[0]?.data?.[0]?.rowData ?? [];
  await session.append(transaction(3));
  const [row] =
    (
      await account.api.get(
        sheet.spreadsheetId,
        [`${SHEET}!A4:I4`],
        'sheets(data(rowData(values(userEnteredFormat,dataValidation))))',
      )
    ).sheets?.[0]?.data?.[0]?.rowData ?? [];
  expect(row).toEqual(last);
  expect(row?.values?.[COLUMN.category]?.dataValidation).toBeDefined();
});
