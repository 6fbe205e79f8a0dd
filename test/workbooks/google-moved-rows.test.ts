import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WorkbookChange } from '../../src/core/workbook-change.ts';
import type { WorkbookChanged } from '../../src/workbooks/workbook.ts';
import { COLUMN, SHEET, transaction, valuesOf } from '../contracts/workbook-session.ts';
import {
  applyWhile,
  googleAccount,
  leanSpreadsheet,
  sessionOf,
  type GoogleAccount,
  type OpenSpreadsheet,
} from '../support/google-account.ts';

let account: GoogleAccount;
let original: OpenSpreadsheet;
let sheet: OpenSpreadsheet;
beforeAll(async () => {
  account = await googleAccount();
  original = await leanSpreadsheet(account);
  await sessionOf(original).append(...[1, 2, 3, 4].map((number) => transaction(number)));
});
afterAll(() => account.close());
beforeEach(() => {
  sheet = account.copyOf(original);
});

const rows = async () => (await sessionOf(sheet).read()).rows;
const ids = async () => (await rows()).map(({ transactionId }) => transactionId);
const update = (number: number) =>
  ({
    row: number + 1,
    transactionId: `txn-${number}`,
    cell: { column: 'amount', from: transaction(number).amount, to: '-99.00' },
  }) as WorkbookChange['updates'][number];

test.each<[string, () => Promise<void>]>([
  ['a row is inserted above', () => sheet.hand.insertRow(SHEET, 2)],
  ['a row above is deleted', () => sheet.hand.deleteRow(SHEET, 2)],
  ['the rows are sorted', () => sheet.hand.reverseRows(SHEET, 2, 5)],
])('if %s during an update, the cell of a wrongly updated row is restored', async (_name, person) => {
  const { refused } = await applyWhile(account, sheet, person, { updates: [update(2)] });
  expect(refused).toMatchObject([{ row: 3, transactionId: 'txn-2', column: 'amount' }]);
  for (const row of await rows()) expect(valuesOf(row)).toEqual(transaction(Number(row.transactionId.slice(4))));
});

test('a formula that was overwritten by mistake is restored, even in a row without an id', async () => {
  await sheet.hand.type(SHEET, 3, COLUMN.transactionId, null);
  await sheet.hand.typeFormula(SHEET, 3, COLUMN.amount, '=1+2');
  await applyWhile(account, sheet, () => sheet.hand.insertRow(SHEET, 2), { updates: [update(3)] });
  expect((await rows()).map(({ amount }) => amount)).toEqual(['-1.50', '3.00', '-3.50', '-4.50']);
  await sheet.hand.type(SHEET, 4, COLUMN.amount, 5);
  expect((await rows()).map(({ amount }) => amount)).toEqual(['-1.50', '5.00', '-3.50', '-4.50']);
});

test.each<[string, () => Promise<void>]>([
  ['a row is inserted above', () => sheet.hand.insertRow(SHEET, 2)],
  ['a row above is deleted', () => sheet.hand.deleteRow(SHEET, 2)],
  ['the rows are sorted', () => sheet.hand.reverseRows(SHEET, 2, 5)],
])('if %s during a removal, a wrongly emptied row is restored', async (_name, person) => {
  const { refused } = await applyWhile(account, sheet, person, { removals: [{ row: 4, values: transaction(3) }] });
  expect(refused).toMatchObject([{ row: 4, transactionId: 'txn-3', column: null }]);
  for (const row of await rows()) expect(valuesOf(row)).toEqual(transaction(Number(row.transactionId.slice(4))));
});

const OWN = 9;

test.each<[string, () => Promise<void>]>([
  ['a row is inserted above', () => sheet.hand.insertRow(SHEET, 2)],
  ['a row above is deleted', () => sheet.hand.deleteRow(SHEET, 2)],
])('if %s during a removal, a wrongly deleted row is inserted again with its other cells', async (_name, person) => {
  for (const row of [2, 3, 4, 5]) {
    await sheet.hand.type(SHEET, row, OWN, `mine ${row === 4 ? '' : row}`.trim());
    await sheet.hand.typeFormula(SHEET, row, OWN + 1, `=C${row}*2`);
  }
  await sheet.hand.type(SHEET, 4, OWN, null);
  await applyWhile(account, sheet, person, { removals: [{ row: 4, values: transaction(3) }] });
  for (const { index, transactionId } of await rows()) {
    const number = Number(transactionId.slice(4));
    expect(await sheet.hand.look(SHEET, index, OWN)).toBe(number === 3 ? null : `mine ${number + 1}`);
    expect(await sheet.hand.formula(SHEET, index, OWN + 1)).toBe(`=C${index}*2`);
  }
});

describe.each([5, 9])('two removals in a sheet of %i rows', (rowCount) => {
  test.each<[string, () => Promise<void>, string[]]>([
    ['a row is inserted above', () => sheet.hand.insertRow(SHEET, 2), ['txn-1', 'txn-2', 'txn-3', 'txn-4']],
    ['a row above is deleted', () => sheet.hand.deleteRow(SHEET, 2), ['txn-2', 'txn-3', 'txn-4']],
    ['a row is inserted in the middle', () => sheet.hand.insertRow(SHEET, 4), ['txn-2', 'txn-3', 'txn-4']],
    ['the rows are sorted', () => sheet.hand.reverseRows(SHEET, 2, 5), ['txn-2', 'txn-3', 'txn-4', 'txn-1']],
  ])('delete or empty no other row if %s during the write', async (_name, person, expected) => {
    for (let row = 9; row > rowCount; row -= 1) await sheet.hand.deleteRow(SHEET, row);
    await applyWhile(account, sheet, person, {
      removals: [1, 3].map((number) => ({ row: number + 1, values: transaction(number) })),
    });
    expect(await ids()).toEqual(expected);
  });
});

test('a row that was deleted by mistake is inserted again once, even if Google’s response is lost', async () => {
  account.fake.fail({
    call: 'sheets.spreadsheets.batchUpdate',
    how: { status: 503 },
    skip: 1,
    times: 1,
    when: 'after',
  });
  await applyWhile(account, sheet, () => sheet.hand.insertRow(SHEET, 2), {
    removals: [{ row: 4, values: transaction(3) }],
  });
  account.fake.clearFaults();
  expect((await rows()).map(({ index, transactionId }) => [index, transactionId])).toEqual([
    [3, 'txn-1'],
    [4, 'txn-2'],
    [5, 'txn-3'],
    [6, 'txn-4'],
  ]);
});

test.each([1, 3])(
  'new rows on top stay below the header if %i rows are inserted above it during the write',
  async (count) => {
    await sheet.hand.reverseRows(SHEET, 2, 5);
    const person = async () => {
      for (let row = 0; row < count; row += 1) await sheet.hand.insertRow(SHEET, 1);
    };
    await applyWhile(account, sheet, person, { appends: [transaction(5), transaction(6)] });
    expect(await ids()).toEqual(['txn-6', 'txn-5', 'txn-4', 'txn-3', 'txn-2', 'txn-1']);
  },
);

test.each<[string, () => Promise<void>, string[]]>([
  ['inserts a row on top', () => sheet.hand.insertRow(SHEET, 2), ['txn-5', 'txn-4', 'txn-3', 'txn-2', 'txn-1']],
  ['deletes the top row', () => sheet.hand.deleteRow(SHEET, 2), ['txn-5', 'txn-3', 'txn-2', 'txn-1']],
])('new rows on top are in the right place if a user %s during the write', async (_name, person, expected) => {
  await sheet.hand.reverseRows(SHEET, 2, 5);
  await applyWhile(account, sheet, person, { appends: [transaction(5)] });
  expect(await ids()).toEqual(expected);
});

test('a wrongly updated cell is restored even if the first two attempts to restore it fail', async () => {
  account.fake.fail({ call: 'sheets.spreadsheets.batchUpdate', how: { status: 503 }, skip: 1, times: 2 });
  await applyWhile(account, sheet, () => sheet.hand.insertRow(SHEET, 2), { updates: [update(2)] });
  account.fake.clearFaults();
  expect((await rows()).map(({ amount }) => amount)).toEqual(['-1.50', '-2.50', '-3.50', '-4.50']);
});

test('a wrongly updated cell that cannot be restored is reported', async () => {
  account.fake.fail({ call: 'sheets.spreadsheets.batchUpdate', how: { status: 503 }, skip: 1, times: 9 });
  const { refused } = await applyWhile(account, sheet, () => sheet.hand.insertRow(SHEET, 2), { updates: [update(2)] });
  account.fake.clearFaults();
  expect(refused).toMatchObject([{ row: 3, found: expect.stringContaining('could not be put back') }]);
});

test('if a user inserts and fills a row at the place of an update, the message names the version history', async () => {
  const { refused } = await applyWhile(
    account,
    sheet,
    async () => {
      await sheet.hand.insertRow(SHEET, 3);
      await sheet.hand.type(SHEET, 3, COLUMN.description, 'typed this very second');
    },
    { updates: [update(2)] },
  );
  expect(refused).toMatchObject([
    { row: 3, transactionId: 'txn-2', found: expect.stringContaining('version history') },
  ]);
});

test.each<[string, () => Promise<void>, string[]]>([
  [
    'types a row below',
    () => sheet.hand.type(SHEET, 6, COLUMN.description, 'Market'),
    ['txn-1', 'txn-2', 'txn-3', 'txn-4', 'txn-5', ''],
  ],
  ['inserts a row', () => sheet.hand.insertRow(SHEET, 3), ['txn-1', 'txn-2', 'txn-3', 'txn-5', 'txn-4']],
  ['deletes a row', () => sheet.hand.deleteRow(SHEET, 3), ['txn-1', 'txn-3', 'txn-4', 'txn-5']],
])(
  'a new row gets the right place, and no row is lost, if a user %s during the write',
  async (_name, person, expected) => {
    await applyWhile(account, sheet, person, { appends: [transaction(5)] });
    expect(await ids()).toEqual(expected);
    if (expected.includes('')) expect((await rows()).at(-1)?.description).toBe('Market');
  },
);

/** A read that returns the previous snapshot although a user changed the sheet, because Drive does not yet report the change. */
async function readUnnoticed(person: () => Promise<void>) {
  account.fake.lagDrive(60_000);
  account.clock.advance(120_000);
  const first = await sheet.workbook.read({ remembered: null });
  await person();
  const again = await sheet.workbook.read({
    remembered: first.layout,
    known: { revision: first.revision, load: async () => first },
  });
  expect(again).toBe(first);
  account.fake.lagDrive(0);
  return again;
}

const appendTo = ({ revision, layout }: Awaited<ReturnType<typeof readUnnoticed>>) =>
  sheet.workbook.apply({ runId: 'run-2', revision, appends: [transaction(5)], updates: [], removals: [] }, { layout });

test('a row that a user typed, and Drive has not reported, is not overwritten by a new row', async () => {
  const again = await readUnnoticed(() => sheet.hand.type(SHEET, 6, COLUMN.description, 'Market'));
  // The user's row has neither a date nor an id, so it is no transaction and moves down.
  expect((await appendTo(again)).appendedRows).toEqual([6]);
  expect(await ids()).toEqual(['txn-1', 'txn-2', 'txn-3', 'txn-4', 'txn-5', '']);
});

test('a cell that a user changed, and Drive has not reported, is not overwritten by an update', async () => {
  const { revision, layout } = await readUnnoticed(() => sheet.hand.type(SHEET, 3, COLUMN.amount, -7));
  const { refused } = await sheet.workbook.apply(
    {
      runId: 'run-2',
      revision,
      appends: [],
      updates: [update(2), update(3)],
      removals: [{ row: 2, values: transaction(1) }],
    },
    { layout },
  );
  expect(refused).toEqual([{ row: 3, transactionId: 'txn-2', column: 'amount', found: '-7.00' }]);
  expect((await rows()).map(({ transactionId, amount }) => [transactionId, amount])).toEqual([
    ['txn-2', '-7.00'],
    ['txn-3', '-99.00'],
    ['txn-4', '-4.50'],
  ]);
});

describe('input that a user types during a slow read', () => {
  const planned = async () => {
    const snapshot = await sheet.workbook.read({ remembered: null });
    account.clock.advance(11_000);
    return snapshot;
  };

  test('is kept without another read if it is in an existing row', async () => {
    const { revision, layout } = await planned();
    await sheet.hand.type(SHEET, 3, COLUMN.category, 'Food');
    expect(
      (
        await sheet.workbook.apply(
          { runId: 'run-2', revision, appends: [transaction(5)], updates: [], removals: [] },
          { layout },
        )
      ).appendedRows,
    ).toEqual([6]);
    expect((await rows()).map(({ category }) => category)).toEqual(['', 'Food', '', '', '']);
  });

  test('below the last row causes one rejection of the write, and the error contains the rows for a new plan', async () => {
    const { revision, layout } = await planned();
    await sheet.hand.type(SHEET, 6, COLUMN.date, { date: '2026-01-31' as never });
    await sheet.hand.type(SHEET, 6, COLUMN.amount, 'much');
    const change = { runId: 'run-2', revision, appends: [transaction(5)], updates: [], removals: [] };
    const thrown: unknown = await sheet.workbook.apply(change, { layout }).catch((each: unknown) => each);
    expect(thrown).toMatchObject({ code: 'workbook_changed' });
    const { now } = thrown as WorkbookChanged;
    const read = await sheet.workbook.read({ remembered: layout });
    expect({ rows: now.rows, problems: now.problems }).toEqual({ rows: read.rows, problems: read.problems });

    account.clock.advance(11_000);
    await sheet.hand.type(SHEET, 7, COLUMN.date, { date: '2026-01-31' as never });
    await sheet.hand.type(SHEET, 7, COLUMN.description, 'typed on');
    account.fake.clearRequests();
    expect(
      (await sheet.workbook.apply({ ...change, revision: now.revision }, { layout: now.layout })).appendedRows,
    ).toEqual([8]);
    expect(account.fake.requests.map(({ call }) => call)).toEqual([
      'sheets.spreadsheets.getByDataFilter',
      'sheets.spreadsheets.batchUpdate',
    ]);
    expect((await rows()).map(({ description }) => description).slice(4)).toEqual(['', 'typed on', 'Corner shop 5']);
  });
});

test.each<[string, () => Promise<void>]>([
  ['moved a column', () => sheet.hand.moveColumn(SHEET, COLUMN.transactionId, COLUMN.date)],
  ['deleted the last row', () => sheet.hand.deleteRow(SHEET, 5)],
  ['deleted the sheet', () => sheet.hand.deleteSheet(SHEET)],
])('a write is rejected if a user %s, even if Drive has not yet reported this', async (_name, person) => {
  await expect(appendTo(await readUnnoticed(person))).rejects.toMatchObject({ code: 'workbook_changed' });
});

test.each<[string, () => Promise<void>]>([
  ['a row is inserted above', () => sheet.hand.insertRow(SHEET, 2)],
  ['a row above is deleted', () => sheet.hand.deleteRow(SHEET, 2)],
])('if %s while an id is written into a row, no other row gets this id', async (_name, person) => {
  await sheet.hand.type(SHEET, 3, COLUMN.transactionId, null);
  const [, typed] = await rows();
  if (typed === undefined) throw new Error('There is no row.');
  const cell = { column: 'transactionId', from: '', to: 'bank-7' } as const;
  const before = await rows();
  const { refused } = await applyWhile(account, sheet, person, {
    updates: [{ row: 3, transactionId: '', typed, cell }],
  });
  expect(refused).toMatchObject([{ row: 3, transactionId: 'bank-7', column: 'transactionId' }]);
  const of = (number: number) => before.find(({ transactionId }) => transactionId === `txn-${number}`);
  for (const row of await rows())
    expect(valuesOf(row)).toEqual(
      valuesOf(row.transactionId === '' ? typed : (of(Number(row.transactionId.slice(4))) ?? row)),
    );
  expect(await ids()).not.toContain('bank-7');
});

test('a write is rejected if it assigns an id to a row that the user has changed', async () => {
  await sheet.hand.type(SHEET, 3, COLUMN.transactionId, null);
  const [, typed] = await rows();
  if (typed === undefined) throw new Error('There is no row.');
  const cell = { column: 'transactionId', from: '', to: 'bank-7' } as const;
  const stale = { ...typed, description: 'as it was a minute ago' };
  await expect(
    sessionOf(sheet).apply({
      runId: 'run-2',
      appends: [transaction(9)],
      updates: [{ row: 3, transactionId: '', typed: stale, cell }],
    }),
  ).rejects.toMatchObject({ code: 'workbook_changed' });
  expect(await ids()).toEqual(['txn-1', '', 'txn-3', 'txn-4']);
});
