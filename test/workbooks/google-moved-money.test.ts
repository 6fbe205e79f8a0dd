import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Amount } from '../../src/core/amount.ts';
import { chosenLayout } from '../../src/workbooks/chosen-layout.ts';
import { COLUMN, SHEET, transaction, valuesOf } from '../contracts/workbook-session.ts';
import {
  applyWhile,
  googleAccount,
  leanSpreadsheet,
  sessionOf,
  type GoogleAccount,
  type OpenSpreadsheet,
} from '../support/google-account.ts';

const OUT = COLUMN.amount;
const IN = 10;

let account: GoogleAccount;
let original: OpenSpreadsheet;
let sheet: OpenSpreadsheet;
beforeAll(async () => {
  account = await googleAccount();
  original = await leanSpreadsheet(account);
  const { hand, workbook } = original;
  await hand.type(SHEET, 1, OUT, 'Ausgaben');
  await hand.type(SHEET, 1, IN, 'Einnahmen');
  const { amount: _amount, ...columns } = COLUMN;
  const choice = { sheet: SHEET, headerRow: 1, columns: { ...columns, moneyIn: IN, moneyOut: OUT } };
  const layout = chosenLayout(choice, await workbook.heads(), null);
  await workbook.identify((await workbook.read({ remembered: layout, asChosen: true })).layout);
  await sessionOf(original).append(...[1, 2, 3, 4].map(row));
});
afterAll(() => account.close());

/** Even numbers are income, odd numbers are expenses. */
const row = (number: number) => transaction(number, { amount: `${number % 2 === 0 ? '' : '-'}${number}.50` as Amount });

beforeEach(() => {
  sheet = account.copyOf(original);
});

const rows = async () => (await sessionOf(sheet).read()).rows;

const MOVES: [string, () => Promise<void>][] = [
  ['a row is inserted above', () => sheet.hand.insertRow(SHEET, 2)],
  ['a row above is deleted', () => sheet.hand.deleteRow(SHEET, 2)],
  ['the rows are sorted', () => sheet.hand.reverseRows(SHEET, 2, 5)],
];

test.each(MOVES)(
  'if %s while an amount changes its sign, both cells of a wrongly changed row are restored',
  async (_name, person) => {
    const cell = { column: 'amount', from: row(2).amount, to: '-99.00' as Amount } as const;
    const { refused } = await applyWhile(account, sheet, person, {
      updates: [{ row: 3, transactionId: 'txn-2', cell }],
    });
    expect(refused).toMatchObject([{ row: 3, transactionId: 'txn-2', column: 'amount' }]);
    for (const read of await rows()) expect(valuesOf(read)).toEqual(row(Number(read.transactionId.slice(4))));
  },
);

test.each(MOVES)('if %s while a row is removed, a wrongly emptied row is restored', async (_name, person) => {
  const { refused } = await applyWhile(account, sheet, person, { removals: [{ row: 4, values: row(3) }] });
  expect(refused).toMatchObject([{ row: 4, transactionId: 'txn-3', column: null }]);
  for (const read of await rows()) expect(valuesOf(read)).toEqual(row(Number(read.transactionId.slice(4))));
});

test('renamed and moved income and expense columns are recognized by their metadata, even without a remembered layout', async () => {
  await sheet.hand.moveColumn(SHEET, IN, 0);
  const snapshot = await account.open(sheet.spreadsheetId).workbook.read({ remembered: null });
  expect(snapshot.layout.columns).toMatchObject({ moneyIn: { position: 0 }, moneyOut: { position: OUT + 1 } });
  expect(snapshot.rows.map((read) => read.amount)).toEqual(['-1.50', '2.50', '-3.50', '4.50']);
});
