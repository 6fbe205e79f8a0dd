import { expect, test } from 'vitest';
import type { BankTransaction } from '../../src/core/bank-transaction.ts';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import type { SheetHand } from '../fakes/google/hand.ts';
import { machineTime } from '../fakes/machine-time.ts';
import { bankTransaction } from '../support/sync-bench.ts';
import { googleService, type GoogleService } from './google-service.ts';
import { spreadsheetIdOf } from '../support/places.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** After this time, a read checks again whether the workbook changed. */
const A_WHILE = 5 * SECOND;
const LATE = 3 * MINUTE;
const ALL = '/api/v2/transactions?start_date=2026-01-01&end_date=2026-01-31';
const CHECK = 'drive.files.get';
const READ = 'sheets.spreadsheets.getByDataFilter';
const WRITE = 'sheets.spreadsheets.batchUpdate';

interface InUse extends GoogleService {
  readonly hand: SheetHand;
  /** A user types the category of the only row. Returns the time in milliseconds. */
  readonly type: (category: string) => Promise<number>;
  readonly read: () => ReturnType<typeof readBy>;
}

/** A connected spreadsheet whose latest version Drive already reports. */
async function connected(bank: readonly BankTransaction[] = []): Promise<InUse> {
  const openSource = async () => ({
    fetch: async () => ({ transactions: [...bank], completeAccountIds: [], messages: [], balances: [] }),
    close: async () => {},
  });
  const service = await googleService({
    openSource,
    time: machineTime(Math.floor(Date.now() / 86_400_000) * 86_400_000 - 19 * 3_600_000),
  });
  const { fake, time } = service;
  fake.consent.allow();
  const { place } = await service.connect({ kind: 'new' });
  const hand = fake.hand(spreadsheetIdOf(place));
  for (const [column, value] of [{ date: '2026-01-05' as CalendarDate }, 'Coffee', -3.5, 'Food'].entries())
    await hand.type('Transactions', 2, column, value);
  time.pass(10 * MINUTE);
  await readBy(service);
  return {
    ...service,
    hand,
    type: async (category) => {
      time.pass(A_WHILE);
      await hand.type('Transactions', 2, 3, category);
      return time.now();
    },
    read: () => readBy(service),
  };
}

/** A script's read: the category, the time of the data (`pennyrow-as-of`, in milliseconds), and the calls to Google. */
async function readBy(
  service: GoogleService,
): Promise<{ readonly category: unknown; readonly asOf: number; readonly calls: readonly string[] }> {
  service.fake.clearRequests();
  const { status, body, headers } = await service.get(ALL);
  expect(status).toBe(200);
  const [transaction] = Object.values(
    (body as { readonly transactions: Record<string, { readonly category: string }> }).transactions,
  );
  const calls = service.fake.requests.filter(({ api }) => api !== 'oauth').map(({ call }) => call);
  return { category: transaction?.category, asOf: Date.parse(String(headers['pennyrow-as-of'])), calls };
}

test('a script gets cached data with its true time until Drive reports a change, and then the new data', async () => {
  const { fake, time, type, read } = await connected();
  fake.lagDrive(LATE);
  const typedAt = await type('Home');
  for (const wait of [A_WHILE, MINUTE, MINUTE]) {
    time.pass(wait);
    const { category, asOf, calls } = await read();
    expect({ category, calls }).toEqual({ category: 'Food', calls: [CHECK] });
    expect(asOf).toBeLessThan(typedAt);
  }
  time.pass(MINUTE);
  expect(await read()).toEqual({ category: 'Home', asOf: time.now(), calls: [CHECK, READ] });
  expect(await read()).toEqual({ category: 'Home', asOf: time.now(), calls: [] });
});

test('if Drive reports no change, a script’s next read gets a later time for the same data', async () => {
  const { time, read } = await connected();
  const first = await read();
  time.pass(40 * MINUTE);
  const next = await read();
  expect(next).toMatchObject({ category: 'Food', calls: [CHECK] });
  expect(next.asOf - first.asOf).toBe(30 * MINUTE);
  expect(time.now() - next.asOf).toBe(10 * MINUTE);
});

test('a script that got changed data never gets the earlier data, even if Drive reports the old version again', async () => {
  const { fake, time, type, read } = await connected();
  fake.lagDrive(LATE, { wavers: true });
  await type('Home');
  const given: unknown[] = [];
  for (let round = 0; round < 8; round += 1) {
    time.pass(A_WHILE);
    given.push((await read()).category);
  }
  expect(given.slice(1)).toEqual(Array.from({ length: 7 }, () => 'Home'));
});

test('an export by the user reads the workbook, so that scripts get its data before Drive reports the change', async () => {
  const { fake, accountId, client, type, time, read } = await connected();
  fake.lagDrive(LATE);
  await type('Home');
  time.pass(A_WHILE);
  await client.call('export.transactions', { accountId, page: 0 });
  time.pass(A_WHILE);
  expect(await read()).toMatchObject({ category: 'Home', calls: [CHECK] });
});

test('a script’s sync needs one call, or three with new rows, and applies rules that Drive has not yet reported', async () => {
  const bank = [bankTransaction('1', '-1.00', { description: 'Bakery' })];
  const { accountId, client, fake, hand, post, time, type } = await connected(bank);
  await client.call('connection.add', { accountId, kind: 'demo' });
  const sync = async () => {
    time.pass(10 * MINUTE);
    await client.call('workbook.get', { accountId });
    fake.clearRequests();
    expect((await post('/api/v2/sync-transactions')).status).toBeLessThan(300);
    const [run] = await client.call('run.list', { accountId, limit: 1 });
    expect(await client.call('run.wait', { runId: run?.id ?? '' })).toMatchObject({ status: 'succeeded' });
    return fake.requests.filter(({ api }) => api !== 'oauth').map(({ call }) => call);
  };
  expect((await sync()).slice(0, 3)).toEqual([CHECK, READ, WRITE]);
  expect(await sync()).toEqual([CHECK]);

  fake.lagDrive(30 * MINUTE);
  await client.call('workbook.get', { accountId });
  await type('Home');
  for (const [column, text] of ['market', 'Food'].entries()) await hand.type('Rules', 2, column, text);
  bank.push(bankTransaction('2', '-2.00', { description: 'Market hall' }));
  expect((await sync()).slice(0, 3)).toEqual([CHECK, READ, WRITE]);
  expect((await hand.shown('Transactions')).map((row) => row[3])).toEqual(['Category', 'Home', '', 'Food']);
});
