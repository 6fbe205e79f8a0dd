import type { sheets_v4 } from '@googleapis/sheets';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect, connectService, startConnected, type Connected } from '../connected.ts';
import type { SheetHand } from '../hand.ts';

const ROWS = [
  ['Date', 'Text', 'Amount'],
  [{ date: '2026-01-03' }, 'three', 3],
  [{ date: '2026-01-01' }, 'one', 1],
  [{ date: '2026-01-02' }, 'two', 2],
] as const;

describe('the overlays of the fake Google’s sheets', () => {
  let google: Connected & { ids: readonly string[] };
  let spreadsheetId = '';
  let hand: SheetHand;
  beforeEach(async () => {
    google = await startConnected([{ sheets: [{ title: 'Sheet1', rows: ROWS, rowCount: 20 }] }]);
    spreadsheetId = google.ids[0] ?? '';
    hand = google.fake.hand(spreadsheetId);
  });
  afterEach(() => google.fake.close());

  const batch = async (...requests: sheets_v4.Schema$Request[]): Promise<readonly sheets_v4.Schema$Response[]> =>
    (await google.sheets.spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests } })).data.replies ?? [];
  const cells = (values: readonly unknown[]): sheets_v4.Schema$RowData => ({
    values: values.map((value) => ({
      userEnteredValue: typeof value === 'number' ? { numberValue: value } : { stringValue: String(value) },
    })),
  });
  const texts = async (): Promise<string[]> => (await hand.shown('Sheet1')).map((line) => line[1] ?? '');

  test('sorting, filtering and hiding do not move filters, protections and tables', async () => {
    await hand.sort('Sheet1', 'A2:C4', 0, 'DESCENDING');
    expect(await texts()).toEqual(['Text', 'three', 'two', 'one']);
    await hand.filter('Sheet1', 'A1:C4', 1, ['two']);
    await hand.protect('Sheet1', { a1: 'A1:C1' });
    await hand.insertRow('Sheet1', 2);
    await hand.hideColumn('Sheet1', 1);
    const { data } = await google.sheets.spreadsheets.get({
      spreadsheetId,
      fields:
        'sheets(basicFilter.range,protectedRanges(range,requestingUserCanEdit),data(columnMetadata.hiddenByUser))',
    });
    expect(data.sheets?.[0]).toMatchObject({
      basicFilter: { range: { startRowIndex: 0, endRowIndex: 5 } },
      protectedRanges: [{ range: { endRowIndex: 1 }, requestingUserCanEdit: true }],
    });
    expect(data.sheets?.[0]?.data?.[0]?.columnMetadata?.[1]).toEqual({ hiddenByUser: true });
  });

  test('a protection rejects edits by everyone except the owner and its editors', async () => {
    const [guest, editor] = [google.fake.addServiceAccount(), google.fake.addServiceAccount()];
    for (const { email } of [guest, editor]) await hand.share(email);
    await hand.protect('Sheet1', { a1: 'C1:C20', editors: [editor.email] });
    const write = (columnIndex: number): object => ({
      updateCells: { start: { sheetId: 0, rowIndex: 1, columnIndex }, rows: [cells([9])], fields: 'userEnteredValue' },
    });
    const writeAs = async (account: typeof guest, columnIndex: number): Promise<unknown> => {
      const { sheets } = await connectService(google.fake, account, 'https://www.googleapis.com/auth/spreadsheets');
      return sheets.spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests: [write(columnIndex)] } });
    };
    await expect(writeAs(guest, 2)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('protected cell'),
    });
    await writeAs(guest, 1);
    await writeAs(editor, 2);
    // An app acts for the owner, whom protections do not restrict.
    await batch(write(2));
    await hand.share(guest.email, 'reader');
    await expect(writeAs(guest, 1)).rejects.toMatchObject({
      status: 403,
      message: 'The caller does not have permission',
    });
  });

  test('a table grows if the user types directly below it, and moves with its columns', async () => {
    await hand.makeTable('Sheet1', 'A1:C4');
    await hand.type('Sheet1', 5, 0, 'Later');
    await hand.insertColumn('Sheet1', 1);
    const { data } = await google.sheets.spreadsheets.get({ spreadsheetId, fields: 'sheets.tables.range' });
    expect(data.sheets?.[0]?.tables?.[0]?.range).toMatchObject({ endRowIndex: 5, endColumnIndex: 4 });
  });

  test('another owner’s spreadsheet can be protected or read-only for the user', async () => {
    const [shared, readOnly] = [
      google.fake.addSpreadsheet({ sharedAs: 'writer' }),
      google.fake.addSpreadsheet({ sharedAs: 'reader' }),
    ];
    const { sheets, drive } = await connect(google.fake, { pick: [shared, readOnly] });
    const write = (id: string): Promise<unknown> =>
      sheets.spreadsheets.batchUpdate({
        spreadsheetId: id,
        requestBody: { requests: [{ appendDimension: { sheetId: 0, dimension: 'ROWS', length: 1 } }] },
      });
    await write(shared);
    await google.fake.hand(shared).protect('Sheet1');
    await expect(write(shared)).rejects.toMatchObject({ status: 400, message: expect.stringContaining('protected') });
    expect(
      (await sheets.spreadsheets.get({ spreadsheetId: shared, fields: 'sheets.protectedRanges' })).data.sheets?.[0]
        ?.protectedRanges?.[0],
    ).not.toHaveProperty('requestingUserCanEdit');
    await expect(write(readOnly)).rejects.toMatchObject({ status: 403 });
    expect((await drive.files.get({ fileId: readOnly, fields: 'capabilities/canEdit' })).data.capabilities).toEqual({
      canEdit: false,
    });
  });
});
