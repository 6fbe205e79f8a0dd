import { afterEach, describe, expect, test } from 'vitest';
import { SHEET, transaction, valuesOf, type WorkbookSession } from '../contracts/workbook-session.ts';
import type { Fault } from '../fakes/google/faults.ts';
import { eachWithSpreadsheet } from '../support/each-with-spreadsheet.ts';
import type { GoogleAccount, OpenSpreadsheet } from '../support/google-account.ts';

let account: GoogleAccount;
let sheet: OpenSpreadsheet;
let session: WorkbookSession;
eachWithSpreadsheet(
  (given) => {
    ({ account, sheet, session } = given);
  },
  { prepare: (original) => original.session.append(transaction(1), transaction(2)) },
);
afterEach(() => account.fake.clearFaults());

const WRITE = 'sheets.spreadsheets.batchUpdate';
const HOW: readonly (readonly [string, Fault['how']])[] = [
  ['a connection reset', 'reset'],
  ['500', { status: 500 }],
  ['502 of a proxy', { status: 502, html: true }],
  ['503', { status: 503 }],
  ['504', { status: 504 }],
];

const update = {
  row: 2,
  transactionId: 'txn-1',
  cell: { column: 'description', from: transaction(1).description, to: 'Posted' },
} as const;
const change = {
  runId: 'run-2',
  appends: [transaction(3)],
  updates: [update],
  removals: [{ row: 3, values: transaction(2) }],
};

const ONCE = { rows: [transaction(1, { description: 'Posted' }), transaction(3)], markers: ['run-1', 'run-2'] };

async function written() {
  const { rows, markers } = await session.read();
  return { rows: rows.map(valuesOf), markers };
}

describe.each(HOW)('if the response is lost (%s)', (_name, how) => {
  test.each(['before', 'after'] as const)('%s the write was executed, no row is duplicated or lost', async (when) => {
    account.fake.fail({ call: WRITE, how, when });
    const { refused, appendedRows } = await session.apply(change);
    expect({ refused, appendedRows }).toEqual({ refused: [], appendedRows: [4] });
    expect(await written()).toEqual(ONCE);
  });

  test.each(['before', 'after'] as const)('%s rows were deleted, only these rows are deleted', async (when) => {
    account.fake.fail({ call: WRITE, how, when });
    const { refused } = await session.apply({ runId: 'run-2', removals: [{ row: 2, values: transaction(1) }] });
    expect(refused).toEqual([]);
    expect((await session.read()).rows.map(({ index, transactionId }) => [index, transactionId])).toEqual([
      [2, 'txn-2'],
    ]);
  });

  test('a run whose four attempts were all lost before execution is written once when it is repeated', async () => {
    account.fake.fail({ call: WRITE, how, when: 'before', times: 4 });
    await expect(session.apply(change)).rejects.toMatchObject({ code: 'workbook_write_uncertain' });
    expect((await session.read()).markers).toEqual(['run-1']);
    await session.apply(change);
    expect(await written()).toEqual(ONCE);
  });

  test('a change is written once if two attempts are lost before execution, and the response of the third is lost', async () => {
    account.fake.fail({ call: WRITE, how, when: 'before', times: 2 });
    account.fake.fail({ call: WRITE, how, when: 'after', times: 1 });
    await session.apply(change);
    expect(await written()).toEqual(ONCE);
  });
});

test.each<[string, Fault['how']]>([
  ['a connection reset within the response', 'reset-midway'],
  ['a response that ends early', 'truncated'],
])('a write succeeds, and is executed once, despite %s', async (_name, how) => {
  account.fake.fail({ call: WRITE, how });
  expect(await session.apply(change)).toMatchObject({ refused: [], appendedRows: [4] });
  expect(await written()).toEqual(ONCE);
});

test.each(['sheets.spreadsheets.get', 'sheets.spreadsheets.getByDataFilter'] as const)(
  'a read fails if every response to %s ends early',
  async (call) => {
    account.fake.fail({ call, how: 'truncated', times: 20 });
    await expect(sheet.workbook.read({ remembered: null })).rejects.toMatchObject({ code: 'workbook_google' });
  },
);

test('a write is reported as uncertain if the responses to it and to all checks are lost, and is written once', async () => {
  account.fake.fail({ call: WRITE, how: 'reset', when: 'after' });
  account.fake.fail({ call: 'sheets.spreadsheets.getByDataFilter', how: { status: 503 }, skip: 2, times: 20 });
  await expect(session.apply(change)).rejects.toMatchObject({ code: 'workbook_write_uncertain' });
  account.fake.clearFaults();
  expect(await written()).toEqual(ONCE);
});

test('a change is written only once if its run is applied a second time', async () => {
  const { revision, layout } = await session.read();
  const late = { revision, runId: 'run-2', appends: [transaction(3)], updates: [], removals: [] };
  await sheet.workbook.apply(late, { layout });
  await sheet.workbook.apply(late, { layout });
  expect((await session.read()).rows.map(({ transactionId }) => transactionId)).toEqual(['txn-1', 'txn-2', 'txn-3']);
});

test('if two Pennyrow services read the same state, the first write succeeds, and the second is rejected and can be repeated', async () => {
  const other = account.open(sheet.spreadsheetId);
  const [mine, theirs] = [await session.read(), await other.workbook.read({ remembered: null })];
  const plan = (runId: string, number: number) => ({
    runId,
    appends: [transaction(number)],
    updates: [],
    removals: [],
  });
  await other.workbook.apply({ ...plan('theirs', 3), revision: theirs.revision }, { layout: theirs.layout });
  await expect(
    sheet.workbook.apply({ ...plan('mine', 4), revision: mine.revision }, { layout: mine.layout }),
  ).rejects.toMatchObject({ code: 'workbook_changed' });
  await session.append(transaction(4));
  expect((await session.read()).rows.map(({ transactionId }) => transactionId)).toEqual([
    'txn-1',
    'txn-2',
    'txn-3',
    'txn-4',
  ]);
});

test('a write skips a marker number that another program uses', async () => {
  await sheet.hand.change({
    createDeveloperMetadata: {
      developerMetadata: {
        metadataId: 1_348_000_002,
        metadataKey: 'other',
        location: { spreadsheet: true },
        visibility: 'DOCUMENT',
      },
    },
  });
  await session.apply(change);
  expect(await written()).toEqual(ONCE);
});

test('the markers of the latest twenty runs are kept', async () => {
  for (let run = 2; run <= 25; run += 1) await session.apply({ runId: `run-${run}` });
  expect((await session.read()).markers).toEqual(Array.from({ length: 20 }, (_, index) => `run-${index + 6}`));
});

test('a write that Google rejects with 403 is reported as missing access, and nothing is written', async () => {
  await sheet.hand.protect(SHEET);
  account.fake.fail({ call: WRITE, how: { status: 403 } });
  await expect(session.append(transaction(3))).rejects.toMatchObject({ code: 'workbook_no_access' });
  expect((await session.read()).rows).toHaveLength(2);
});
