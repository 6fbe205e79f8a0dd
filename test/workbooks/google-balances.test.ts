import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Amount } from '../../src/core/amount.ts';
import type { BalanceRowValues, BalancesChange } from '../../src/core/balance-sheet.ts';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import type { Layout, Snapshot } from '../../src/core/snapshot.ts';
import { createGoogleApi } from '../../src/workbooks/google/api/create-google-api.ts';
import { endpointsAt } from '../../src/workbooks/google/api/environment.ts';
import { createQuota } from '../../src/workbooks/google/api/quota.ts';
import { transaction } from '../contracts/workbook-session.ts';
import {
  beforeWrites,
  googleAccount,
  leanSpreadsheet,
  type GoogleAccount,
  type OpenSpreadsheet,
} from '../support/google-account.ts';

const CHECK = 'drive.files.get';
const READ = 'sheets.spreadsheets.getByDataFilter';
const WRITE = 'sheets.spreadsheets.batchUpdate';
const SHEET = 'Balances';

let account: GoogleAccount;
let original: OpenSpreadsheet;
let sheet: OpenSpreadsheet;
beforeAll(async () => {
  account = await googleAccount();
  original = await leanSpreadsheet(account);
});
afterAll(() => account.close());
beforeEach(() => {
  sheet = account.copyOf(original);
  account.fake.clearRequests();
});

const row = (day: number): BalanceRowValues => ({
  date: `2026-03-0${day}` as CalendarDate,
  account: 'Everyday ••4321',
  accountId: 'acc-1',
  amount: `${day}.25` as Amount,
  currency: 'EUR',
});

function calls(): string[] {
  const seen = account.fake.requests.filter(({ api }) => api !== 'oauth').map(({ call }) => call);
  account.fake.clearRequests();
  return seen;
}

const read = (remembered: Layout | null = null) => sheet.workbook.read({ remembered });

const write = (
  { revision, layout }: Pick<Snapshot, 'revision' | 'layout'>,
  runId: string,
  balances: Partial<BalancesChange>,
) =>
  sheet.workbook.apply(
    {
      runId,
      revision,
      appends: [transaction(Number(runId.replace(/\D/g, '')))],
      updates: [],
      removals: [],
      balances: { appends: [], removals: [], ...balances },
    },
    { layout },
  );

test('new balances are written by the same call as transactions, and no read follows', async () => {
  const first = await read();
  calls();
  const before = await read(first.layout);
  const applied = await write(before, 'run-1', { appends: [row(1), row(2)] });
  expect(calls()).toEqual([CHECK, READ, WRITE]);
  expect([applied.appended?.length, applied.appendedBalances]).toEqual([
    1,
    [
      { index: 2, ...row(1) },
      { index: 3, ...row(2) },
    ],
  ]);
});

test('a minute after the read, one call checks the ends of both sheets before balances are written', async () => {
  const first = await read();
  account.clock.advance(60_000);
  await sheet.hand.type(SHEET, 2, 0, { date: '2026-02-01' as CalendarDate });
  await sheet.hand.type(SHEET, 2, 3, 5);
  calls();
  await write(first, 'run-1', { appends: [row(1)] });
  expect(calls()).toEqual([READ, WRITE]);
  expect((await read(first.layout)).balances?.map(({ date }) => date)).toEqual(['2026-02-01', '2026-03-01']);
});

test.each(['before', 'after'] as const)(
  'a new Balances sheet and its rows exist only once if the response is lost %s the write was executed',
  async (when) => {
    const { layout } = await read();
    await sheet.hand.deleteSheet(SHEET);
    account.fake.fail({ call: WRITE, how: { status: 503 }, when });
    const applied = await write(await read(layout), 'run-1', { newSheet: SHEET, appends: [row(1)] });
    const { balances, markers, rows } = await read(applied.layout);
    expect([balances, markers, rows.length]).toEqual([[{ index: 2, ...row(1) }], ['run-1'], 1]);
  },
);

test.each<[string, () => Promise<void>]>([
  ['a row is inserted above', () => sheet.hand.insertRow(SHEET, 2)],
  ['a row above is deleted', () => sheet.hand.deleteRow(SHEET, 2)],
  ['the rows are sorted', () => sheet.hand.reverseRows(SHEET, 2, 5)],
])('if %s while a balance is removed, a wrongly emptied row is restored', async (_name, person) => {
  const first = await read();
  const applied = await write(first, 'run-1', { appends: [row(1), row(2), row(3), row(4)] });
  const before = await read(applied.layout);
  let isFirst = true;
  const api = beforeWrites(account.api, async () => {
    if (isFirst) await person();
    isFirst = false;
  });
  const { workbook } = account.open(sheet.spreadsheetId, api);
  const { revision, layout } = await workbook.read({ remembered: before.layout });
  const balances = { appends: [], removals: [{ row: 4, values: row(3) }] };
  const change = { runId: 'run-2', revision, appends: [], updates: [], removals: [], balances };
  const { refusedBalances } = await workbook.apply(change, { layout });
  expect(refusedBalances).toEqual([row(3)]);
  const after = (await read(layout)).balances ?? [];
  for (const { index: _index, ...values } of after) expect(values).toEqual(row(Number(values.date?.slice(-1))));
  expect(after.length).toBeGreaterThan(2);
});

test('a protected Balances sheet is reported, and transactions are still written', async () => {
  const { layout } = await read();
  await sheet.hand.protect(SHEET, { editors: [] });
  const service = account.fake.addServiceAccount();
  await sheet.hand.share(service.email);
  const sleep = async () => undefined;
  const api = createGoogleApi({
    accountId: 'server',
    endpoints: endpointsAt(account.fake.root),
    quota: createQuota({ clock: account.clock, sleep }),
    sleep,
    onGrantLost: () => undefined,
    grant: async () => ({ kind: 'service-account', ...service }),
  });
  const { workbook } = account.open(sheet.spreadsheetId, api);
  const before = await workbook.read({ remembered: layout });
  expect(before.balances).toBeUndefined();
  expect(before.problems).toEqual([
    expect.objectContaining({ sheet: 'balances', message: expect.stringContaining('protected') }),
  ]);
  const change = { runId: 'run-1', appends: [transaction(1)], updates: [], removals: [] };
  await workbook.apply({ ...change, revision: before.revision }, { layout: before.layout });
  expect((await workbook.read({ remembered: before.layout })).rows).toHaveLength(1);
});

test('a Balances sheet that is added later has the same formatting as in a new spreadsheet', async () => {
  sheet = await account.create();
  const fields =
    'sheets(properties(title,tabColorStyle,gridProperties),basicFilter(range(startRowIndex)),data(columnMetadata(pixelSize),rowData(values(formattedValue,userEnteredFormat))))';
  const { spreadsheetId } = sheet;
  const looks = async () => {
    const found = await account.api.get(spreadsheetId, [`${SHEET}!A1:E5`], fields);
    return found.sheets?.[0];
  };
  const made = await looks();
  const { layout } = await read();
  await sheet.hand.deleteSheet(SHEET);
  await write(await read(layout), 'run-1', { newSheet: SHEET });
  expect(await looks()).toEqual(made);
});
