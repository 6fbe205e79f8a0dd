import { describe, expect, test } from 'vitest';
import type { RowValues } from '../../src/core/row.ts';
import type { Snapshot } from '../../src/core/snapshot.ts';
import type { KnownSnapshot } from '../../src/workbooks/workbook.ts';
import { SHEET, transaction } from '../contracts/workbook-session.ts';
import { eachWithSpreadsheet } from '../support/each-with-spreadsheet.ts';
import { sessionOf, type GoogleAccount, type OpenSpreadsheet } from '../support/google-account.ts';

let account: GoogleAccount;
let sheet: OpenSpreadsheet;
eachWithSpreadsheet((given) => {
  ({ account, sheet } = given);
  account.fake.clearRequests();
});

const CHECK = 'drive.files.get';
const READ = 'sheets.spreadsheets.getByDataFilter';
const WRITE = 'sheets.spreadsheets.batchUpdate';

function calls(): string[] {
  const seen = account.fake.requests.filter(({ api }) => api !== 'oauth').map(({ call }) => call);
  account.fake.clearRequests();
  return seen;
}

const toKnownSnapshot = (snapshot: Snapshot): KnownSnapshot => ({
  revision: snapshot.revision,
  load: async () => structuredClone(snapshot),
});

async function read(before: Snapshot | null = null): Promise<Snapshot> {
  return sheet.workbook.read({
    remembered: before?.layout ?? null,
    known: before === null ? null : toKnownSnapshot(before),
  });
}

const append = (snapshot: Snapshot, runId: string, ...appends: readonly RowValues[]) =>
  sheet.workbook.apply(
    { runId, revision: snapshot.revision, appends, updates: [], removals: [] },
    { layout: snapshot.layout },
  );

describe('the number of calls in a sync', () => {
  test('is one if nothing has changed', async () => {
    const first = await read();
    calls();
    expect(await read(first)).toEqual(first);
    expect(calls()).toEqual([CHECK]);
  });

  test('is three if there are new rows and the sheet has changed', async () => {
    const first = await read();
    await sheet.hand.type(SHEET, 2, 1, 'Market');
    calls();
    await append(await read(first), 'run-1', transaction(1));
    expect(calls()).toEqual([CHECK, READ, WRITE]);
  });

  test('is three if there are new rows and the sheet is unchanged, because its end is read before the write', async () => {
    await sessionOf(sheet).append(transaction(1));
    const first = await read(await read());
    calls();
    await append(await read(first), 'run-2', transaction(2));
    expect(calls()).toEqual([CHECK, READ, WRITE]);
    expect((await read()).rows).toHaveLength(2);
  });

  test('is three if posted rows overwrite pending ones in an unchanged sheet', async () => {
    await sessionOf(sheet).append(transaction(1));
    const { revision, layout } = await read(await read());
    calls();
    const cell = { column: 'description', from: transaction(1).description, to: 'Corner shop, posted' } as const;
    await sheet.workbook.apply(
      {
        runId: 'run-2',
        revision,
        appends: [transaction(2)],
        updates: [{ row: 2, transactionId: 'txn-1', cell }],
        removals: [],
      },
      { layout },
    );
    expect(calls()).toEqual([READ, WRITE]);
  });

  test('grows by one if the write begins a minute after the read, because the end of the rows is read again', async () => {
    const first = await read();
    account.clock.advance(60_000);
    calls();
    await append(first, 'run-1', transaction(1));
    expect(calls()).toEqual([READ, WRITE]);
  });
});

test('the first read of a spreadsheet lists all sheets, and then reads Pennyrow’s sheets', async () => {
  await read();
  expect(calls()).toEqual([CHECK, 'sheets.spreadsheets.get', READ]);
});

test('a read with a current revision does not request the revision again', async () => {
  const first = await read();
  await sheet.hand.type(SHEET, 2, 1, 'Market');
  calls();
  const current = await sheet.workbook.revision();
  await sheet.workbook.read({ remembered: first.layout, known: toKnownSnapshot(first), current });
  expect(calls()).toEqual([CHECK, READ]);
});

describe('the size of a request', () => {
  const some = (count: number): RowValues[] =>
    Array.from({ length: count }, (_, index) =>
      transaction(1 + (index % 28), {
        description: `CARD PAYMENT Supermarket No. ${index} Springfield`,
        category: ['Groceries', '', 'Restaurants', 'Transport'][index % 4] ?? '',
        account: ['Everyday ••4321', 'Credit card ••9876', 'Savings ••1111'][Math.floor(index / 40) % 3] ?? '',
        transactionId: `simplefin-3f7a9c-${index}-a81b2c3d4e5f6071`,
        dateAdded: '2026-02-01T08:15:00' as RowValues['dateAdded'],
      }),
    );

  test.each([
    [5000, 2_000_000],
    [10_000, 4_000_000],
  ])('stays below its limit for %d rows', async (count, limit) => {
    const rows = some(count);
    const applied = await append(await read(), 'run-1', ...rows);
    const { requestBytes } = account.fake.requests.find(({ call }) => call === WRITE) ?? { requestBytes: Infinity };
    expect(requestBytes).toBeLessThan(limit);
    expect(applied.appended?.map(({ transactionId }) => transactionId)).toEqual(
      rows.map(({ transactionId }) => transactionId),
    );
    expect(calls()).toEqual([CHECK, 'sheets.spreadsheets.get', READ, WRITE]);
  });
});
