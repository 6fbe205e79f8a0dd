import { describe, expect, test } from 'vitest';
import { COLUMN, SHEET, transaction, type WorkbookSession } from '../contracts/workbook-session.ts';
import { eachWithSpreadsheet } from '../support/each-with-spreadsheet.ts';
import { applyWhile, type GoogleAccount, type OpenSpreadsheet } from '../support/google-account.ts';

const OWN = 9;
/** Formula for "Group of" and the description in each row down to the end of the sheet; blank for a blank row. */
const GROUPS = 'ARRAYFORMULA(IF(B2:B="",,"Group of "&B2:B))';

let account: GoogleAccount;
let sheet: OpenSpreadsheet;
let session: WorkbookSession;
eachWithSpreadsheet(
  (given) => {
    ({ account, sheet, session } = given);
  },
  { spareRows: 12 },
);

const column = async (position: number): Promise<unknown[]> => {
  const [, ...rows] = await sheet.hand.shown(SHEET);
  return rows.map((cells) => cells[position] ?? '');
};
const groups = (...numbers: readonly number[]): string[] => numbers.map((number) => `Group of Corner shop ${number}`);
const ids = (): Promise<unknown[]> => column(COLUMN.transactionId);

describe.each([
  ['in the first row below the header', 2, `=${GROUPS}`],
  ['in the header', 1, `={"Category";${GROUPS}}`],
])('an array formula %s that fills the categories', (_, row, formula) => {
  test('also fills new rows, and the category that a rule assigned to a new row is not written', async () => {
    await session.append(transaction(1), transaction(2));
    await sheet.hand.typeFormula(SHEET, row, COLUMN.category, formula);
    const { layout } = await session.append(transaction(3, { category: 'Food' }));
    expect(await column(COLUMN.category)).toEqual(groups(1, 2, 3));
    expect(layout.columns.category).toMatchObject({ isComputed: true });
    expect((await session.read()).problems).toMatchObject([
      { code: 'workbook_column_computed', params: { columns: ['Category (D)'] } },
    ]);
  });

  test('a formula that fills a column is kept when the first rows are added to an empty sheet', async () => {
    await sheet.hand.typeFormula(SHEET, row, COLUMN.category, formula);
    await session.append(transaction(1, { category: 'Food' }), transaction(2));
    expect(await sheet.hand.formula(SHEET, row, COLUMN.category)).toBe(formula);
    expect(await column(COLUMN.category)).toEqual(groups(1, 2));
    expect(await ids()).toEqual(['txn-1', 'txn-2']);
  });
});

test('a user’s array formula in row 2 is kept when the first rows are added to an empty sheet', async () => {
  await sheet.hand.typeFormula(SHEET, 2, OWN, `=${GROUPS}`);
  await session.append(transaction(1));
  await session.apply({ runId: 'run-2', appends: [transaction(2), transaction(3)] });
  expect(await sheet.hand.formula(SHEET, 2, OWN)).toBe(`=${GROUPS}`);
  expect(await column(OWN)).toEqual(groups(1, 2, 3));
});

test('input that a user types into row 2 just before the first rows are added is kept', async () => {
  await sheet.hand.typeFormula(SHEET, 2, OWN, `=${GROUPS}`);
  await session.read();
  await sheet.hand.type(SHEET, 2, COLUMN.description, 'Flea market');
  await sheet.hand.type(SHEET, 2, COLUMN.amount, -3);
  await sheet.hand.type(SHEET, 2, COLUMN.date, { date: transaction(1).date });
  await session.append(transaction(2));
  expect(await column(COLUMN.description)).toEqual(['Flea market', 'Corner shop 2']);
});

test('an array formula below the last row is not copied into new rows', async () => {
  await session.append(transaction(1));
  await sheet.hand.typeFormula(SHEET, 3, OWN, '=ARRAYFORMULA(B2:B4&"")');
  await session.append(transaction(2));
  expect(await column(OWN)).not.toContain('#REF!');
});

test('a write to a sheet that an array formula fills is rejected, and the error names the required columns', async () => {
  await session.append(transaction(1), transaction(2));
  await sheet.hand.insertColumn('Categories', 0);
  const copy = await sheet.hand.shown(SHEET);
  for (const [row, cells] of copy.entries())
    for (const [place, text] of cells.entries()) await sheet.hand.type('Rules', row + 1, place, text);
  for (const row of [1, 2, 3])
    for (let place = 0; place < 9; place += 1) await sheet.hand.type(SHEET, row, place, null);
  await sheet.hand.typeFormula(SHEET, 1, 0, '={Rules!A1:I3}');
  const before = await sheet.hand.shown(SHEET);
  await expect(session.append(transaction(3))).rejects.toMatchObject({
    code: 'workbook_column_computed',
    params: { columns: ['Date (A)', 'Description (B)', 'Amount (C)', 'Transaction ID (G)'] },
  });
  expect(await sheet.hand.shown(SHEET)).toEqual(before);
});

test('a column that an array formula fills is known from the stored layout, so that a write does not overwrite it', async () => {
  await session.append(transaction(1), transaction(2));
  await sheet.hand.type(SHEET, 2, 12, 'Group 2');
  await sheet.hand.typeFormula(SHEET, 2, COLUMN.category, '=ARRAYFORMULA(M2:M4)');
  await sheet.hand.type(SHEET, 3, 12, 'Group 3');
  const { revision, layout, ...content } = await session.read();
  const snapshot = { revision, layout, ...content };
  const again = account.open(sheet.spreadsheetId).workbook;
  await again.read({ remembered: layout, known: { revision, load: async () => snapshot } });
  // Removes the formula's result in the last row, which is the only row that the write reads.
  await sheet.hand.type(SHEET, 3, 12, null);
  await again.apply(
    { runId: 'run-2', revision, appends: [transaction(3, { category: 'Food' })], updates: [], removals: [] },
    { layout },
  );
  expect(await column(COLUMN.category)).toEqual(['Group 2', '', '']);
});

test('restoring a row that was overwritten by mistake does not write into cells that an array formula fills', async () => {
  await session.append(transaction(1), transaction(2), transaction(3));
  for (const row of [2, 3, 4]) await sheet.hand.type(SHEET, row, 12, `Group ${row}`);
  await sheet.hand.typeFormula(SHEET, 2, COLUMN.category, '=ARRAYFORMULA(M2:M4)');
  await applyWhile(account, sheet, () => sheet.hand.insertRow(SHEET, 3), {
    removals: [{ row: 3, values: transaction(2) }],
  });
  expect(await column(COLUMN.category)).not.toContain('#REF!');
  expect(await ids()).toEqual(['txn-1', '', 'txn-2', 'txn-3']);
});
