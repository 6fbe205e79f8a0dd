import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AddedColumn } from '../../src/core/workbook-change.ts';
import type { Layout } from '../../src/core/snapshot.ts';
import { googleAccount, type GoogleAccount, type OpenSpreadsheet } from '../support/google-account.ts';

const SHEET = 'Ausgaben';
const HEADERS = ['Datum', 'Empfänger', 'Betrag'];
const ROWS = [HEADERS, [{ date: '2026-01-05' }, 'Bäckerei', -3.2], [{ date: '2026-01-06' }, 'Miete', -900]];
const ID: AddedColumn = { column: 'transactionId', position: 3, header: 'Transaction ID', isHidden: true };
const ACCOUNT: AddedColumn = { column: 'account', position: 4, header: 'Account', isHidden: false };
const NAMES = ['in a table', 'filtered', 'as wide as its cells'] as const;

let account: GoogleAccount & { readonly ids: readonly string[] };
beforeAll(async () => {
  account = await googleAccount(
    NAMES.map((title) => ({ title, sheets: [{ title: SHEET, rows: ROWS, columnCount: 3 }] })),
  );
});
afterAll(() => account.close());

function opened(name: (typeof NAMES)[number]): OpenSpreadsheet {
  return account.open(account.ids[NAMES.indexOf(name)] ?? '');
}

/** Adds the columns `ACCOUNT` and `ID` to a sheet that lacks the transaction id. */
async function add({ workbook }: OpenSpreadsheet): Promise<Layout> {
  const [head] = await workbook.heads();
  const columns = Object.fromEntries(
    ['date', 'description', 'amount'].map((column, position) => [
      column,
      { position, header: HEADERS[position] ?? '', sample: [] },
    ]),
  );
  const remembered: Layout = {
    sheets: { transactions: { name: SHEET, id: head?.id ?? null }, categories: null, rules: null },
    headerRow: 1,
    columns,
    lacking: ['transactionId'],
  };
  const { revision, layout } = await workbook.read({ remembered, asChosen: true });
  const applied = await workbook.apply(
    {
      runId: 'run-1',
      revision,
      appends: [],
      updates: [],
      removals: [],
      additions: { columns: [ACCOUNT, ID], sheets: [] },
    },
    { layout },
  );
  return applied.layout;
}

async function sheetNow(name: (typeof NAMES)[number]) {
  const fields =
    'sheets(properties(gridProperties(columnCount)),basicFilter,tables(range),' +
    'data(columnMetadata(hiddenByUser,developerMetadata(metadataValue))))';
  const { sheets } = await account.api.get(account.ids[NAMES.indexOf(name)] ?? '', [`'${SHEET}'!A1:Z3`], fields);
  return sheets?.[0];
}

test('new columns are added after the last column, one of them hidden, and all columns get metadata', async () => {
  const spreadsheet = opened('as wide as its cells');
  const { columns } = await add(spreadsheet);
  expect([columns.transactionId?.position, columns.account?.position]).toEqual([3, 4]);
  expect(await spreadsheet.hand.shown(SHEET)).toEqual([
    [...HEADERS, 'Transaction ID', 'Account'],
    ['2026-01-05', 'Bäckerei', '-3.2'],
    ['2026-01-06', 'Miete', '-900'],
  ]);
  const sheet = await sheetNow('as wide as its cells');
  const looks = sheet?.data?.[0]?.columnMetadata ?? [];
  expect(looks.map(({ hiddenByUser }) => hiddenByUser === true)).toEqual([false, false, false, true, false]);
  expect(looks.map(({ developerMetadata }) => developerMetadata?.[0]?.metadataValue)).toEqual([
    'date',
    'description',
    'amount',
    'transactionId',
    'account',
  ]);
});

test('a table is extended to the new columns, so that sorting the table includes them', async () => {
  const spreadsheet = opened('in a table');
  await spreadsheet.hand.makeTable(SHEET, 'A1:C3');
  await add(spreadsheet);
  const [table] = (await sheetNow('in a table'))?.tables ?? [];
  expect(table?.range).toMatchObject({ endColumnIndex: 5, endRowIndex: 3 });
});

test('a filter is extended to the new columns, and keeps its criteria', async () => {
  const spreadsheet = opened('filtered');
  await spreadsheet.hand.filter(SHEET, 'A1:C3', 1, ['Miete']);
  await add(spreadsheet);
  expect((await sheetNow('filtered'))?.basicFilter).toMatchObject({
    range: { startColumnIndex: 0, endColumnIndex: 5, endRowIndex: 3 },
    criteria: { 1: { hiddenValues: ['Miete'] } },
  });
});
